// What the client asks of whoever brings its messages: the only declarations here that are written by hand.

import type { Said, Sheet, Told, TurnAddress } from "./messages.js";

/** A line to a table: `onmessage` and `onstate` are set by who uses it. */
export interface Transport {
  onmessage: (message: Told) => void;
  onstate: (state: "open" | "offline") => void;
  open(): void;
  close(): void;
  send(message: Said): void;
}

/** Where printed sheets and their pictures come from. */
export interface Sheets {
  sheet(digest: string): Promise<Sheet>;
  picture(digest: string, theme: string): Promise<string>;
}

/** Asks a server for the addresses at which anybody may read the turn that is read here, of its page and of one picture. */
export type Share = () => Promise<TurnAddress>;
