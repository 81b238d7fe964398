// What the others did since one acted, as a sentence above the question. The whole turn to read is in whole_turn.js.

/** The sentence above the question: who lost what; where nobody did, what happened last. @param {import("./messages").RecapJson | null} recap @param {Record<string, string>} titles */
export function headlineOf(recap, titles) {
  const part = recap?.parts.at(-1);
  if (!recap || !part) return "";
  const title = titles[part.by] ?? "";
  return recap.losses ?? `${title ? `${title}: ` : ""}${part.lines.at(-1)?.text ?? ""}`;
}
