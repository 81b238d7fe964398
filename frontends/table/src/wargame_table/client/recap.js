// What the others did since one acted, as a sentence above the question. The whole turn to read is in whole_turn.js.

/** The sentence above the question: who lost what; where nobody did, what happened last. @param {import("./messages").RecapJson | null} recap @param {Record<string, string>} titles */
export function headlineOf(recap, titles) {
  const part = recap?.parts.at(-1);
  if (!recap || !part) return "";
  const title = titleOf(part, titles);
  return recap.losses ?? `${title ? `${title}: ` : ""}${part.lines.at(-1)?.text ?? ""}`;
}

/** The title of a part: its side, or the step in which the rules do something by themselves. @param {import("./messages").RecapPartJson} part @param {Record<string, string>} titles */
export function titleOf({ by, step }, titles) {
  return titles[by] ?? step ?? "";
}
