// What a click does. A click on a unit selects; the click on what it acts on commits, and the other way round. What may roll a die, or show what was hidden, takes two clicks. Knows no page.

/** @typedef {{ does: "pick" | "arm" | "choose" | "list" | "back" | "explain" | "fan" | "nothing", row?: number, rows?: number[], reference?: string, references?: string[] }} Click */

/**
 * What a click on the board means. `lit` is what of it can be chosen, `all` what lies there from the top, `stack` the pieces of the place.
 * @param {{ lit: string[], all: string[], stack: string[] }} there @param {string[]} picks @returns {Click}
 */
export function clickOn({ lit, all, stack }, picks) {
  if (lit.length === 1) return { does: "pick", reference: lit[0] };
  const pickedBefore = all.find((reference) => picks.includes(reference));
  if (!lit.length && pickedBefore) return { does: "pick", reference: pickedBefore };
  if (!lit.length && !all.length) return { does: "back" };
  if (lit.length || stack.length > 1) return { does: "fan", references: [...new Set([...stack, ...lit, ...all.slice(-1)])] };
  return { does: "explain", references: all };
}

/**
 * What follows from picking a thing, and the picks afterwards in `picker`.
 * @param {import("./picker.js").Picker} picker @param {string} reference @param {number | null} armed the row that the next click commits
 * @returns {Click}
 */
export function clickPicks(picker, reference, armed) {
  if (picker.picks.includes(reference)) {
    if (armed !== null) return { does: "choose", row: armed };
    while (picker.picks.includes(reference)) picker.back();
    return { does: "back" };
  }
  if (!picker.lit.has(reference) && !picker.ahead.has(reference)) return { does: "nothing" };
  const selected = picker.picks.length > 0;
  const row = picker.pick(reference);
  if (row !== null) return { does: selected || picker.rows[row].sure ? "choose" : "arm", row };
  const { exact, lit } = picker;
  return exact.length > 1 && !lit.size ? { does: "list", rows: exact } : { does: "pick" };
}
