// Sitting down without a key of this device: the link's key is exchanged for one that only this browser has.

import { read } from "./links.js";
import { drawnKey, sitterOf } from "./person.js";

/** A guest who opens the link of a seat first has a key drawn here, kept before it is sent: a lost answer loses no seat. */
export async function asGuest(link, renew = false) {
  const { at, key, table } = read(link);
  const drawn = JSON.parse(localStorage.getItem("wargame-keys") ?? "{}");
  const fresh = (!renew && drawn[key]) || drawnKey();
  localStorage.setItem("wargame-keys", JSON.stringify({ ...drawn, [key]: fresh }));
  const headers = { Authorization: `Bearer ${key}` };
  const answered = (good, taken) => ({ link: `${at}#${good}`, address: `${at}#${good}`, taken: Boolean(taken), sitter: sitterOf(at, good, table, taken, null) });
  try {
    const answer = await fetch(`${at}/key`, { method: "POST", headers, body: JSON.stringify({ key: fresh, renew }) });
    const given = answer.ok ? await answer.json() : { key, taken: false };
    if (given.key !== fresh) localStorage.setItem("wargame-keys", JSON.stringify(drawn));
    return answered(given.key, given.taken ? given.seat : "");
  } catch {
    return answered(drawn[key] ?? key, ""); // no server now: the line comes back with the same key
  }
}
