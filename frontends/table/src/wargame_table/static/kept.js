// Games kept in this browser: how each began, and a row for everything that was done. A row that is there stays.

const NAME = "wargame-tables";
let openedBase = null;

function promised(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function base() {
  if (!openedBase) {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("tables", { keyPath: "id" });
      request.result.createObjectStore("log", { keyPath: ["table", "n"] });
    };
    openedBase = promised(request);
  }
  return openedBase;
}

/** What `work` does with a store, once all of it is kept. */
async function doneInStore(store, mode, work) {
  const change = (await base()).transaction(store, mode);
  const transactionDone = new Promise((resolve, reject) => {
    change.oncomplete = resolve;
    change.onabort = () => reject(change.error ?? new Error("it was broken off"));
  });
  const storeResult = promised(work(change.objectStore(store)));
  await Promise.all([storeResult, transactionDone]);
  return storeResult;
}

const rowsAt = (table, firstRow = 0) => IDBKeyRange.bound([table, firstRow], [table, Infinity]);

/** Every table: `{ id, game, title, scenario, options, bots, opening, made, changed, notes }`; one that was opened has a `record` first. */
export const tables = () => doneInStore("tables", "readonly", (store) => store.getAll());
export const tableOf = (id) => doneInStore("tables", "readonly", (store) => store.get(id));
export const keepTable = (table) => doneInStore("tables", "readwrite", (store) => store.put(table));

/** Change a table by what `change` makes of it as it is, in one go: another window may do the same. */
export async function changeTable(id, change) {
  const transaction = (await base()).transaction("tables", "readwrite");
  const store = transaction.objectStore("tables");
  const changeDone = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error ?? new Error("it was broken off"));
  });
  const tableAsked = store.get(id);
  tableAsked.onsuccess = () => tableAsked.result && store.put({ ...tableAsked.result, ...change(tableAsked.result) });
  await changeDone;
}

/** What a seat has written down for itself, in place of what was there. */
export const keepNote = (id, seat, text) => changeTable(id, (table) => ({ notes: { ...table.notes, [seat]: text } }));

export async function forget(id) {
  await doneInStore("tables", "readwrite", (store) => store.delete(id));
  await doneInStore("log", "readwrite", (store) => store.delete(rowsAt(id)));
}

/** The rows of a table from number `firstRow` on, in order. */
export async function rowsOf(table, firstRow = 0) {
  const rows = await doneInStore("log", "readonly", (store) => store.getAll(rowsAt(table, firstRow)));
  return rows.map(({ n, kind, seat, body }) => ({ n, kind, seat, body }));
}

/** Keep a row. Fails with a `ConstraintError` where another window has kept one with this number. */
export const keepRow = (table, row) => doneInStore("log", "readwrite", (store) => store.add({ table, ...row }));

/** Fresh wishes for a game, kept; returns the id of the table. */
export async function makeTable(wishes) {
  const id = [...crypto.getRandomValues(new Uint8Array(9))].map((byte) => byte.toString(36).padStart(2, "0")).join("");
  await keepTable({ ...wishes, id, made: Date.now(), changed: Date.now() });
  return id;
}
