// What `client.js` gives away, for editors and the compiler. Nothing of it needs a page.

import type { Action, AskedRow, Judged, Outcome, Panel, PieceRow, Reason, Refusal, Said, StoryLine, Transport, Told, Update, Welcome } from "./messages.js";
import type { State } from "./state.js";

export type * from "./messages.js";
export type { State } from "./state.js";

/** What a seat may know at one moment. It never changes: after each message there is another one. */
export interface TableView {
  readonly status: "loading" | "yours" | "waiting" | "sending" | "over" | "offline" | "refused";
  /** Why no line helps any more, where `status` is "refused"; or why the server let nobody in when it was last asked. */
  readonly problem: string;
  /** Why the last choice was not done; empty when it was. */
  readonly refusal: string;
  readonly welcome: Welcome | null;
  readonly update: Update;
  readonly seat: string;
  readonly at: string;
  readonly asked: boolean;
  readonly prompt: string;
  readonly choices: readonly AskedRow[];
  /** Whether everything that is legal is among the choices. */
  readonly complete: boolean;
  readonly waiting: readonly string[];
  readonly offer: NonNullable<Update["offer"]> | null;
  readonly outcome: Outcome | null;
  readonly pieces: Readonly<Record<string, PieceRow>>;
  readonly panels: Readonly<Record<string, Panel>>;
  readonly story: readonly StoryLine[];
}

/** Words of a label, a row of `view.choices`, or an action. */
export type Playable = string | { action: Action } | Action;
/** What may be asked for, by its kind. */
export type Asking = Extract<Said, { id: string }>["kind"];

export interface ClientOptions {
  /** What the others are told that sits there. */
  name?: string;
  /** Plain requests in place of a web socket: usual where there are no web sockets. */
  poll?: boolean;
  /** Another line to the table. */
  transport?: (() => Transport) | null;
  /** Takes the seat for who holds it; without one the program is a guest. */
  key?: DeviceKey | null;
}

/** A key (Ed25519) that signs calls to servers, and takes the seat of a link for who holds it. */
export class DeviceKey {
  /** A key that is drawn now, and kept nowhere: save its `text`. */
  static drawn(): Promise<DeviceKey>;
  /** The key whose `text` was saved: 64 hexadecimal digits, as in the file of `wargame sign`. Fails for anything else. */
  static of(text: string): Promise<DeviceKey>;
  /** The key of the table in this browser, which no script can read; null where there is none. */
  static ofBrowser(): Promise<DeviceKey | null>;
  /** What to save, for its owner alone; empty for a key of a browser. */
  readonly text: string;
  /** The public half, which servers know. */
  readonly public: string;
  /** Sit down with the link of a seat: the link that is good for this visit. Fails with `CallRefused`. */
  takeSeat(link: string, label?: string): Promise<string>;
  /** What signs messages that change the game at a table: what the server asks of the seat of a person. */
  signer(table: string): (message: any) => Promise<Said>;
  /** Ask the server of a link for what a person may ask: "let_in" with the `words` of another device, "devices", ... Fails with `CallRefused`. */
  call(link: string, kind: string, fields?: Record<string, unknown>): Promise<any>;
}

/** The server refuses a call: `code`, such as "taken", and the sentence as `message`. */
export class CallRefused extends Error {
  constructor(refusal: { code: Refusal["code"]; text: string });
  code: Refusal["code"];
}

/** Sit down at the table that a link with its key leads to. Throws for what is no link. */
export function connect(link: string, options?: ClientOptions): TableClient;

export class TableClient implements AsyncIterable<TableView> {
  constructor(link: string, options?: ClientOptions);
  readonly view: TableView;
  readonly state: State;
  /** Call a function after each change of `view`. Returns what ends that. */
  subscribe: (listener: () => void) => () => void;
  getSnapshot: () => TableView;
  open(): this;
  close(): void;
  /** Resolves when the view shows it; false: the game had gone on, and nothing was played. */
  play(choice: Playable): Promise<boolean>;
  undo: () => Promise<boolean>;
  offer: (what: "back" | "draw" | "end" | "again") => Promise<boolean>;
  answer: (yes: boolean) => Promise<boolean>;
  resign: () => Promise<boolean>;
  say: (text: string) => Promise<void>;
  judge: (choice: Playable) => Promise<Judged>;
  request(kind: Asking, fields?: Record<string, unknown>): Promise<Told>;
  /** The views in which this seat is asked anew, until the game is over. */
  [Symbol.asyncIterator](): AsyncIterator<TableView>;
}

/** The server does not do what was asked. */
export class Refused extends Error {
  constructor(refusal: Refusal);
  code: Refusal["code"];
  reasons: Reason[];
  /** Seconds after which the same may come again; 0 where it is no limit. */
  retryAfter: number;
}
