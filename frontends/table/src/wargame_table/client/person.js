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
function stored(mode, work) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(STORE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("keys");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction("keys", mode);
      const request = work(transaction.objectStore("keys"));
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
  sign: (text, signedPrefix = CALL) => crypto.subtle.sign("Ed25519", privateKey, new TextEncoder().encode(signedPrefix + text)),
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

let latestTime = 0;
const nextTime = () => (latestTime = Math.max(Date.now(), latestTime + 1));

/** What signs the messages of a device that change the game at a table: each with `signed`. @param {Signer} deviceSigner @param {string} table */
export const changeSigner = (deviceSigner, table) => async ({ id, ...said }) => {
  const text = JSON.stringify({ ...said, table, number: nextTime() });
  return { ...said, id, signed: { device: deviceSigner.device, text, signature: hex(await deviceSigner.sign(text, CHANGE)) } };
};

/** A call that says who asks, for a request beside it; null for a guest. @param {string} homeAddress */
export async function proof(homeAddress) {
  const ownDevice = await device();
  return ownDevice && signed(ownDevice, homeAddress, "prove", {}, nextTime());
}

/**
 * Ask a server for something: `homeAddress` is where its pages are, `deviceSigner` what signs, `key` that of a link. Resolves with the
 * answer, and fails with `CallRefused`.
 * @param {Signer} deviceSigner @param {string} homeAddress @param {string} kind
 */
export async function call(deviceSigner, homeAddress, kind, fields = {}, key = "") {
  for (let attempt = 1; ; attempt += 1) {
    const headers = { "Content-Type": "application/json", ...(key ? { Authorization: `Bearer ${key}` } : {}) };
    const body = JSON.stringify(await signed(deviceSigner, homeAddress, kind, fields, nextTime()));
    const answer = await fetch(new URL("person", homeAddress), { method: "POST", headers, body });
    const reply = JSON.parse(await answer.text());
    if (answer.ok) return reply;
    if (reply.code !== "stale" || attempt === TRIES) throw new CallRefused(reply);
  }
}

/** What this device is called, as far as its browser says: "Android". */
export const labelOf = () => /** @type {any} */ (navigator).userAgentData?.platform || navigator.platform || "";

const base64 = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
/** A key for a link or a visit, drawn now. */
export const drawnKey = () => base64(crypto.getRandomValues(new Uint8Array(18)));

/** What a page knows of who sits there: `askOfDevice` does what a key signs, null for a guest. @returns {import("./devices.js").Sitter} */
export function sitterOf(tableAddress, key, table, takenSeat, askOfDevice, sign = null) {
  const freeSeat = async (seat) => {
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
    const answer = await fetch(`${tableAddress}/free`, { method: "POST", headers, body: JSON.stringify({ seat }) });
    const reply = await answer.json();
    if (!answer.ok) throw new CallRefused(reply);
    return reply.link;
  };
  return { call: askOfDevice, free: freeSeat, taken: takenSeat, table, sign };
}
