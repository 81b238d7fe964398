// A key of a program, which takes seats for it: in node, in a worker, in a page of its own.

import { CallRefused, call, changeSigner, device, drawnKey, hex, signer } from "./person.js";
import { read } from "./links.js";

const DIGITS = /^[0-9a-f]{64}$/;
const PKCS8 = "302e020100300506032b657004220420"; // what stands before the 32 bytes of a private key (RFC 8410)
const bytesOf = (digits) => Uint8Array.from(digits.match(/../g), (pair) => parseInt(pair, 16));

/** A key (Ed25519) that signs calls to servers, and takes the seat of a link for who holds it. */
export class DeviceKey {
  #by;
  #text;

  /** @param {import("./person.js").Signer} deviceSigner @param {string} text */
  constructor(deviceSigner, text = "") {
    this.#by = deviceSigner;
    this.#text = text;
  }

  /** A key that is drawn now, and kept nowhere: save its `text`. */
  static drawn() {
    return DeviceKey.of(hex(crypto.getRandomValues(new Uint8Array(32))));
  }

  /** The key whose `text` was saved: 64 hexadecimal digits, as in the file of `wargame sign`. @param {string} text */
  static async of(text) {
    const digits = String(text).trim();
    if (!DIGITS.test(digits)) throw new Error("this is no private key: expected 64 hexadecimal digits in small letters");
    const privateKey = await crypto.subtle.importKey("pkcs8", bytesOf(PKCS8 + digits), "Ed25519", true, ["sign"]);
    const { x } = await crypto.subtle.exportKey("jwk", privateKey);
    const publicKey = await crypto.subtle.importKey("jwk", { kty: "OKP", crv: "Ed25519", x }, "Ed25519", true, ["verify"]);
    return new DeviceKey(await signer({ privateKey, publicKey }), digits);
  }

  /** The key that the table in this browser has too, which no script can read; null where there is none. */
  static async ofBrowser() {
    const browserDevice = await device();
    return browserDevice && new DeviceKey(browserDevice);
  }

  /** What to save, for its owner alone; empty for a key of a browser. */
  get text() {
    return this.#text;
  }

  /** The public half, which servers know. */
  get public() {
    return this.#by.device;
  }

  /**
   * Sit down with the link of a seat: the link that is good for this visit. Fails with `CallRefused`, whose code is
   * "taken" where somebody else has the seat.
   * @param {string} link
   */
  async takeSeat(link, label = "A program") {
    const { at, table } = read(link);
    const freshKey = drawnKey();
    const reply = await this.call(link, "sit", { table, key: freshKey, label });
    if (reply.taken) throw new CallRefused({ code: "taken", text: `somebody else has the seat of this link to ${at}` });
    return `${at}#${freshKey}`;
  }

  /** What signs messages that change the game at a table. @param {string} table */
  signer(table) {
    return changeSigner(this.#by, table);
  }

  /** Ask the server of a link for what a person may ask: "let_in" with the `words` of another device, "devices", ... */
  async call(link, kind, fields = {}) {
    const { at, key } = read(link);
    return call(this.#by, at.slice(0, at.lastIndexOf("t/")), kind, fields, key);
  }
}
