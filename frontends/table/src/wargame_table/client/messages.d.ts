// What a screen and a table say to each other, for editors and the compiler. `wire` is made by
// `wargame wire --typescript > wire.d.ts`; docs/reference/table-protocol.md says what everything means.

import type { About, Mark, MenuRow, Outcome, Panel, Sheet } from "./wire";

export type { Sheet };

export interface SeatRow {
  seat: string;
  title: string;
  here: boolean;
  bot?: string;
  name?: string;
}

export interface Welcome {
  kind: "welcome";
  protocol: string;
  you: string;
  role: string;
  game: string;
  title: string;
  scenario: string;
  options: Record<string, unknown>;
  sheet: string;
  seats: SeatRow[];
  bots: string[];
  can: string[];
  variants?: { title: string; help: string }[];
  referee?: boolean;
  delay?: number;
  looks?: number;
  continued?: string;
}

export interface PieceRow {
  at: string;
  x?: number;
  y?: number;
  scale?: number;
  face?: string;
  side?: string;
  text?: string;
}

export interface StoryLine {
  kind: string;
  text?: string;
  about?: About;
  marks?: Mark[];
  dice?: { die: string; face: unknown; for: string };
  ruling?: boolean;
}

export interface FormField {
  key: string;
  prompt: string;
  kind: "choice" | "number" | "numbers" | "text";
  values?: [string, string][];
  least?: number;
  most?: number;
  asked_if?: [string, string[]];
}

export interface Form {
  title: string;
  fields: FormField[];
}

export interface Asked {
  prompt: string;
  rows: MenuRow[];
  more: boolean;
  abridged?: boolean;
  cite?: string;
  form?: Form;
  build?: Building;
  ways?: WayByPlace[];
}

/** A way that may be chosen place by place: `places` are what the list that `into` leads to in `action` has for each. */
export interface WayByPlace {
  action: Record<string, any>;
  into: string[];
  start: string;
  pieces: string[];
  places: Record<string, any>;
}

/**
 * A choice of some of several things: the names of those chosen stand in `action` where `into` leads to. Or one of each
 * of several rows: the `value` of what is chosen in a row stands in `action` where its `into` leads to.
 */
export interface Building {
  action: Record<string, any>;
  into?: string[];
  things?: { name: string; label: string; about?: About }[];
  most?: number;
  each?: { title: string; into: (string | number)[]; things: { value: unknown; label: string; about?: About }[] }[];
}

/** Seconds: allowed to each seat, used by each up to the moment `since` of the server's clock, and who has been thinking from then on. */
export interface Clock {
  allowed: number;
  used: Record<string, number>;
  running: string[];
  since: number;
}

/** What is there whole at first, and then what is new or gone. */
export interface Changes<T> {
  all?: Record<string, T>;
  set?: Record<string, T>;
  gone?: string[];
}

export interface Update {
  kind: "update";
  at: string;
  kept: number;
  known: number;
  tag: string;
  events?: StoryLine[];
  cursor: string[];
  waiting: string[];
  ask?: Asked;
  chosen?: boolean;
  undo?: { may: boolean; because?: string };
  outcome?: Outcome;
  clock?: Clock;
  sheet?: string;
  pieces?: Changes<PieceRow>;
  panels?: Changes<Panel>;
  faces?: Record<string, string>;
  marks?: string[];
}

/** A moment of a film; `sheet` is there while a game inside the game is played. */
export interface Frame {
  known: number;
  sheet?: string;
  pieces: Changes<PieceRow>;
  marks?: string[];
}

export interface Reason {
  code: string;
  text: string;
  cite?: unknown;
  about?: unknown;
}

export type Told =
  | Welcome
  | Update
  | { kind: "done"; id: string }
  | { kind: "refused"; id?: string; code: string; text: string; reasons?: Reason[] }
  | { kind: "judged"; id: string; legal: boolean; reasons: Reason[]; about?: unknown }
  | { kind: "explained"; id: string; text: string; reasons?: Reason[]; ruling?: unknown }
  | { kind: "forecast"; id: string; outcomes: { chance: string; percent: number; text: string }[]; others?: number; rest?: string }
  | { kind: "rows"; id: string; first: number; rows: MenuRow[]; more: boolean }
  | { kind: "film"; id: string; frames: Frame[]; faces: Record<string, string>; sheets: Record<string, { sheet: Sheet; picture: string }> }
  | { kind: "rules"; id: string; rules: { heading: string; where: string; text: string[] }[] }
  | { kind: "looks"; count: number }
  | { kind: "say"; from: string; seat: string; text: string; to?: string }
  | { kind: "note"; text: string }
  | { kind: "here"; seats: SeatRow[]; watching: number }
  | { kind: "pong" };

/** A line to a table: `onmessage` and `onstate` are set by who uses it. */
export interface Transport {
  onmessage: (message: Told) => void;
  onstate: (state: "open" | "offline") => void;
  open(): void;
  close(): void;
  send(message: Record<string, unknown>): void;
}

export interface Sheets {
  sheet(digest: string): Promise<Sheet>;
  picture(digest: string, theme: string): Promise<string>;
}
