// What `index.js` gives away, for editors and the compiler.

import type { Said, Sheets, Told, Transport, Update } from "./messages.js";
import type { State } from "./state.js";

export type * from "./messages.js";
export { State } from "./state.js";

/** Sit down at the table that a link with its key leads to. */
export function sit(element: HTMLElement, link: string, more?: { name?: string; poll?: boolean; renew?: (() => void) | null; entitle?: ((words: string) => void) | null; address?: string; sitter?: Sitter | null }): Promise<void>;
/** What a page knows of who sits there: what the key of this browser signs (null for a guest), and the seat that is somebody else's. */
export interface Sitter {
  call: ((kind: string, fields?: Record<string, unknown>) => Promise<any>) | null;
  free: (seat: string) => Promise<string>;
  taken: string;
  table: string;
  /** Signs a message that changes the game; null for a guest. */
  sign: ((message: any) => Promise<Said>) | null;
}
/** Take the seat of a link for the key of this browser: the link that is good for this visit, the address that others may see, and whether somebody else has the seat. */
export function own(link: string, renew?: boolean): Promise<{ link: string; address: string; taken: boolean; sitter: Sitter | null }>;
/** The address of a table without its key, the key, and the id of the table. */
export function read(link: string): { at: string; key: string; table: string };

/** Speak the first of these languages that there is a file for, from the next element on; where there is none it stays as it is. */
export function speak(...wanted: string[]): Promise<void>;

/** A web socket that comes back by itself. */
export class SocketTransport implements Transport {
  constructor(address: string | URL);
  onmessage: (message: Told) => void;
  onstate: (state: "open" | "offline") => void;
  /** Called when no line was ever opened, but the server answers. */
  onblocked: () => void;
  open(): void;
  close(): void;
  send(message: Said): void;
}

/** The same by plain requests; `address` is that of the table. */
export class PollTransport implements Transport {
  constructor(address: string, key: string);
  onmessage: (message: Told) => void;
  onstate: (state: "open" | "offline") => void;
  open(): void;
  close(): void;
  send(message: Said): void;
}

/** `<wargame-table>`: one seat's screen. */
export class WargameTable extends HTMLElement {
  readonly state: State;
  start(given: {
    transport: Transport;
    sheets: Sheets;
    hello?: Record<string, string>;
    record?: (() => void) | null;
    packet?: (() => void) | null;
    renew?: (() => void) | null;
    sitter?: Sitter | null;
    home?: ((table: string) => string) | null;
    anew?: (() => void) | null;
    /** Given the words that a page may have for its title: whose turn it is, and the game. */
    entitle?: ((words: string) => void) | null;
  }): Promise<void>;
  /** Leave the table: nothing is heard any more, until `start`. */
  stop(): void;
  addEventListener(type: "yours" | "waiting" | "sending" | "over" | "offline" | "refused" | "loading", heard: (event: CustomEvent<Update>) => void): void;
  /** All have agreed to begin anew: the address of the other table, which the same key opens. */
  addEventListener(type: "again", heard: (event: CustomEvent<string>) => void): void;
  addEventListener(type: "told", heard: (event: CustomEvent<Told>) => void): void;
  addEventListener(type: string, heard: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions): void;
}

/** `<wargame-part of="ID" name="log">`: a part of a table in another place of the page. */
export class WargamePart extends HTMLElement {}

declare global {
  interface HTMLElementTagNameMap {
    "wargame-table": WargameTable;
    "wargame-part": WargamePart;
  }
}
