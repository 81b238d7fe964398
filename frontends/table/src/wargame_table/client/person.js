// The key of this device, and the calls to a server that it signs. A browser that cannot sign has none: then one is a guest.

const STORE = "wargame-person";
const CALL = "wargame table call signature 1\n";
const CHANGE = "wargame table change signature 1\n";
const TRIES = 4; // another tab of this device may have counted on meanwhile

export const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The server refuses a call: `code`, and the sentence as `message`. */
export class CallRefused extends Error {
  constructor({ code, text }) {
    super(text);
    this.code = code;
  }
}

/** Do something with what this browser stores of keys; fails where it stores nothing for this page. */
function stored(mode, act) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(STORE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("keys");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction("keys", mode);
      const request = act(transaction.objectStore("keys"));
      transaction.oncomplete = () => (opening.result.close(), resolve(request.result));
      transaction.onabort = () => (opening.result.close(), reject(transaction.error));
    };
  });
}

const draw = () => /** @type {Promise<CryptoKeyPair>} */ (crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]));
/** @typedef {{ device: string, sign: (text: string, begins?: string) => Promise<ArrayBuffer> }} Signer */
/** What signs with a pair of keys. @param {{ privateKey: CryptoKey, publicKey: CryptoKey }} pair */
export const signer = async ({ privateKey, publicKey }) => ({
  device: hex(await crypto.subtle.exportKey("raw", publicKey)),
  sign: (text, begins = CALL) => crypto.subtle.sign("Ed25519", privateKey, new TextEncoder().encode(begins + text)),
});

/** What signs for this device, drawn at the first visit; null where this browser cannot sign, or not on this page. */
export async function device() {
  if (!globalThis.crypto?.subtle || !globalThis.indexedDB) return null;
  try {
    const kept = await stored("readonly", (keys) => keys.get("device"));
    if (kept) return await signer(kept);
    const pair = await draw();
    await stored("readwrite", (keys) => keys.add(pair, "device")).catch(() => {}); // another tab was first
    const first = await stored("readonly", (keys) => keys.get("device"));
    return first ? await signer(first) : null;
  } catch {
    return null; // a browser without this kind of key, or a window that stores nothing
  }
}

/** Throw the key of this device away: the next visit draws another one. */
export const dropKey = () => stored("readwrite", (keys) => keys.delete("device"));

/** A call as it is sent. @param {Signer} by @param {string} home */
async function signed(by, home, kind, fields, number) {
  const site = new URL(home).hostname.replace(/^\[|\]$/g, "");
  const text = JSON.stringify({ kind, site, number, ...fields });
  return { device: by.device, text, signature: hex(await by.sign(text)) };
}

let latest = 0;
const next = () => (latest = Math.max(Date.now(), latest + 1));

/** What signs the messages of a device that change the game at a table: each with `signed`. @param {Signer} by @param {string} table */
export const changeSigner = (by, table) => async ({ id, ...said }) => {
  const text = JSON.stringify({ ...said, table, number: next() });
  return { ...said, id, signed: { device: by.device, text, signature: hex(await by.sign(text, CHANGE)) } };
};

/** A call that says who asks, for a request beside it; null for a guest. @param {string} home */
export async function proof(home) {
  const by = await device();
  return by && signed(by, home, "prove", {}, next());
}

/**
 * Ask a server for something: `home` is where its pages are, `by` what signs, `key` that of a link. Resolves with the
 * answer, and fails with `CallRefused`.
 * @param {Signer} by @param {string} home @param {string} kind
 */
export async function call(by, home, kind, fields = {}, key = "") {
  for (let tries = 1; ; tries += 1) {
    const headers = { "Content-Type": "application/json", ...(key ? { Authorization: `Bearer ${key}` } : {}) };
    const body = JSON.stringify(await signed(by, home, kind, fields, next()));
    const answer = await fetch(new URL("person", home), { method: "POST", headers, body });
    const told = JSON.parse(await answer.text());
    if (answer.ok) return told;
    if (told.code !== "stale" || tries === TRIES) throw new CallRefused(told);
  }
}

/** What this device is called, as far as its browser says: "Android". */
export const labelOf = () => /** @type {any} */ (navigator).userAgentData?.platform || navigator.platform || "";

const base64 = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
/** A key for a link or a visit, drawn now. */
export const drawnKey = () => base64(crypto.getRandomValues(new Uint8Array(18)));

/** What a page knows of who sits there: `asked` does what a key signs, null for a guest. @returns {import("./devices.js").Sitter} */
export function sitterOf(at, key, table, taken, asked, sign = null) {
  const free = async (seat) => {
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
    const answer = await fetch(`${at}/free`, { method: "POST", headers, body: JSON.stringify({ seat }) });
    const told = await answer.json();
    if (!answer.ok) throw new CallRefused(told);
    return told.link;
  };
  return { call: asked, free, taken, table, sign };
}
