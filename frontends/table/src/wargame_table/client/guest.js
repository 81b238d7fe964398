// Sitting down without a key of this device: the link's key is exchanged for one that only this browser has.

import { read } from "./links.js";
import { drawnKey, sitterOf } from "./person.js";

/** A guest who opens the link of a seat first has a key drawn here, kept before it is sent: a lost answer loses no seat. */
export async function asGuest(link, renew = false) {
  const { at, key, table } = read(link);
  const keptKeys = JSON.parse(localStorage.getItem("wargame-keys") ?? "{}");
  const freshKey = (!renew && keptKeys[key]) || drawnKey();
  localStorage.setItem("wargame-keys", JSON.stringify({ ...keptKeys, [key]: freshKey }));
  const headers = { Authorization: `Bearer ${key}` };
  const ownSitter = (goodKey, takenSeat) => ({ link: `${at}#${goodKey}`, address: `${at}#${goodKey}`, taken: Boolean(takenSeat), sitter: sitterOf(at, goodKey, table, takenSeat, null) });
  try {
    const answer = await fetch(`${at}/key`, { method: "POST", headers, body: JSON.stringify({ key: freshKey, renew }) });
    const reply = answer.ok ? await answer.json() : { key, taken: false };
    if (reply.key !== freshKey) localStorage.setItem("wargame-keys", JSON.stringify(keptKeys));
    return ownSitter(reply.key, reply.taken ? reply.seat : "");
  } catch {
    return ownSitter(keptKeys[key] ?? key, ""); // no server now: the line comes back with the same key
  }
}
