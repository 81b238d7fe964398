// What `state.js` gives away, for editors and the compiler.

import type { Asked, Panel, Patch, PieceRow, RecapJson, Sheet, StoryLine, Update, Welcome } from "./messages.js";

/** What a screen shows, kept from updates alone. It needs no page. */
export class State {
  welcome: Welcome | null;
  sheet: Sheet | null;
  story: StoryLine[];
  pieces: Record<string, PieceRow>;
  panels: Record<string, Panel>;
  faces: Record<string, string>;
  marks: string[];
  tags: [number, string][];
  now: Update;
  /** The latest question as it was told. */
  asked: Asked | null;
  index: Record<string, Map<string, any>> | null;
  /** What the others did since one acted. */
  recap: RecapJson | null;
  people: Record<string, string>;
  /** Follow an update, in which what only patches tell is made whole. Returns the rows of the story that are new. */
  follow(update: Update): StoryLine[];
  /** The titles of the seats by id. */
  get titles(): Record<string, string>;
  /** The ids of the pieces at each place. */
  get stacks(): Map<string, string[]>;
  /** What people call a piece, a place or a card: `piece:c9`. */
  nameOf(reference: string): string;
  /** The side of a piece, also of one that is gone. */
  sideOf(id: string): string;
  /** The labels of choices without the ids of pieces, as far as they still differ. */
  labelsOf(rows: { label: string; about?: any }[]): string[];
  /** Words without the ids of pieces of this game. */
  plain(text: string): string;
  printed(list: string, id: string): any;
}

/** What a patch makes of a value. */
export function patched(before: any, patch: Patch): any;
/** What is there after changes: all of it, or some set and some gone. */
export function mergedFields<T>(before: Record<string, T>, told?: { all?: Record<string, T>; set?: Record<string, T>; gone?: string[] }): Record<string, T>;
/** "piece:c9" as its two parts; ids may hold colons. */
export function split(reference: string): [string, string];
/** Words without ids of pieces, which are printed on no counter. */
export function withoutIds(text: string, ids: string[]): string;
/** Every piece that a row names. */
export function piecesOf(row: { about?: any }): string[];
/** An element with attributes, listeners (on...) and children. Text is never read as HTML. */
export function make(tag: string, attributes?: Record<string, any>, ...children: any[]): any;
/** "Ann (Union)", or what there is of it. */
export function nameAndTitle(name?: string, title?: string): string;
/** What a bot is called for who chooses one for a seat. */
export function botText(game: any, bot: string, seat: string): string;
/** The bots that differ. */
export function botsOf(game: { bots: string[] }): string[];
/** The id of a seat as a name. */
export function capital(id: string): string;
