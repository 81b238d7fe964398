// The link of a list of games is a device of its person's: its key follows from its secret, and lets other browsers in.

import { secret } from "./games.js";
import { call, device, hex, labelOf, signer } from "./person.js";
import { phrase } from "./phrases.js";

const PKCS8 = "302e020100300506032b657004220420"; // what stands before the 32 bytes of a private key of this kind
const bytesOf = (text) => Uint8Array.from(text.match(/../g), (digits) => Number.parseInt(digits, 16));

/** What signs for a link that lets other devices in: its key follows from the secret of the link. @param {string} secret */
async function signerOf(secret) {
  const seed = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`wargame list device ${secret}`));
  const key = await crypto.subtle.importKey("pkcs8", bytesOf(PKCS8 + hex(seed)), "Ed25519", true, ["sign"]);
  const { x, kty, crv } = await crypto.subtle.exportKey("jwk", key);
  return signer({ privateKey: key, publicKey: await crypto.subtle.importKey("jwk", { x, kty, crv }, "Ed25519", true, ["verify"]) });
}

/** One device lets another in, both of which sign here. */
async function letIn(personDevice, otherDevice, home, label = "") {
  const { words } = await call(otherDevice, home, "ask_in", { label });
  return call(personDevice, home, "let_in", { words });
}

/** Let whoever has the secret of the list be a device of this person's: its link signs for that by itself. @param {string} homeAddress */
export async function vouch(homeAddress) {
  const ownDevice = await device();
  if (ownDevice) await letIn(ownDevice, await signerOf(secret()), homeAddress, phrase("listLink"));
}

/** Be a device of the person whose list this is. @param {string} homeAddress */
export async function beLetIn(homeAddress) {
  const ownDevice = await device();
  if (ownDevice) await letIn(await signerOf(secret()), ownDevice, homeAddress, labelOf());
}
