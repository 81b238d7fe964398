// The link of a seat: the address of a table, and behind # the key that opens it.

/** The address of a table without its key, the key, and the id of the table. @param {string} link */
export function read(link) {
  const address = URL.canParse(String(link), globalThis.location?.href) ? new URL(link, globalThis.location?.href) : null;
  if (!address || !/^https?:$/.test(address.protocol) || !/\/t\/[^/]+$/.test(address.pathname)) {
    throw new Error(`${String(link).split("#")[0]} is not a link to a table: one looks like https://games.example.org/t/ID#KEY`);
  }
  const key = address.hash.slice(1);
  address.hash = address.search = "";
  return { at: address.href, key, table: address.pathname.split("/").pop() };
}
