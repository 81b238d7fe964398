// All that a page of somebody else's needs of the client.

export { own, read, sit, speak } from "./embed.js";
export { WargamePart } from "./host.js";
export { PollTransport } from "./polling.js";
export { SocketTransport } from "./socket.js";
export { State } from "./state.js";
export { WargameTable } from "./table.js";
