// The games whose links this browser keeps. How each stands, and how another device gets the list, is in games.js.

export const TABLES = "wargame-tables";
export const MOST = 60; // games
/** Where this browser keeps the secret of a list that it carries to other devices. */
export const SECRET = "wargame-list";
const YEAR = 366 * 86_400_000;

/** @typedef {{ link: string, title: string, you: string, at: number, gone?: boolean }} Kept */

/** @returns {Record<string, Kept>} */
export const keptTables = () => JSON.parse(localStorage.getItem(TABLES) ?? "{}");

/** Remember a table under its id and what one is there; with `gone` forget it, on every device. @param {string} name @param {Kept} table */
export function keepTable(name, table) {
  localStorage.setItem(TABLES, JSON.stringify(mergedTables(keptTables(), { [name]: table })));
}

/** Of two lists each table as it was written last; of those forgotten only the sign, and not for ever. @param {Record<string, Kept>} ownTables @param {Record<string, Kept>} otherTables */
export function mergedTables(ownTables, otherTables, timeNow = Date.now()) {
  const tablesOfBoth = { ...ownTables };
  for (const [name, table] of Object.entries(otherTables)) if (!tablesOfBoth[name] || tablesOfBoth[name].at < table.at) tablesOfBoth[name] = table;
  const rows = Object.entries(tablesOfBoth).filter(([, table]) => !table.gone || timeNow - table.at < YEAR);
  return Object.fromEntries(rows.sort(([, a], [, b]) => b.at - a.at).slice(0, 2 * MOST));
}

/** Whether the list is carried anywhere. */
export const carries = () => localStorage.getItem(SECRET) !== null;
