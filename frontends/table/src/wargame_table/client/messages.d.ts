// What a screen and a table say to each other in wargame-table/4. Made from the types of the program; do not edit.

import type { About, Action, Mark, Outcome, Panel, Reason, Sheet } from "./wire.js";

export type * from "./wire.js";
export type * from "./transport.js";

/** The name of the protocol, which a welcome repeats. */
export declare const PROTOCOL: "wargame-table/4";

/** What a screen says to a table. */
export type Said = Hello | Act | Undo | Offer | Answer | Resign | Report | Judge | Explain | Forecast | HintRequest | AnalysisRequest | Rows | FilmRequest | CourseRequest | RulesRequest | Say | TakeName | WriteNote | Seat | Ping;

/** What a table says to a screen. */
export type Told = Welcome | Update | Done | Refusal | Judged | Explained | Chances | HintTold | AnalysisTold | MoreRows | Film | CourseOfGame | RulesAtHand | Looks | Sentence | Notes | Here | DeviceAsks | Pong;

/** What a person asks of a server, as the text that a device signs. */
export type Call = TakeSeat | AskIn | LetIn | Revoke | FreeSeat | HandOver | Forget | ListDevices | Prove;

/** The answer to a request that asks for news, or that carries a message. */
export interface News {
  messages: Array<Told>;
}

/** The answer to whoever makes a table: what is played, and a link for each role, its key behind `#`. */
export interface TableMade {
  table: string;
  game: string;
  title: string;
  links: Record<string, string>;
}

/** Where a turn can be read by anybody: its page, and one picture of it. */
export interface TurnAddress {
  page: string;
  picture: string;
}

/** A request for a key of one's own: the `key` that a page has drawn; with `renew` the one before is void. */
export interface OwnKey {
  key: string;
  renew?: boolean;
}

/** The key that is good from now on, and whether somebody else has taken the seat, which is named then. */
export interface KeyGiven {
  key: string;
  taken: boolean;
  seat?: string;
}

/** A call as it is sent: its `text`, the public key of the `device` that signed it, and the `signature`. */
export interface SignedCall {
  device: string;
  text: string;
  signature: string;
}

/** A request to free a `seat` by who made the table, or by a guest who sits there. */
export interface FreeBySeat {
  seat: string;
}

/** What the key of a call opens: a role; `seat` is that of the link, and `taken` says that it is another's. */
export interface SeatTaken {
  role: string;
  seat: string;
  taken: boolean;
}

/** The words that a device shows which asks to be let in, and for how many seconds they are good. */
export interface WordsShown {
  words: string;
  seconds: number;
}

/** What a server holds of a person: the name, empty for none, and the devices. */
export interface DevicesOfPerson {
  name: string;
  devices: Array<DeviceRow>;
}

/** A seat that is free, and the link that opens it. */
export interface SeatFreed {
  link: string;
  seat: string;
}

/** Play `action`. */
export interface Act {
  kind: "act";
  id: string;
  at: string;
  signed?: SignedChange | null;
  action: Action;
}

/** A choice of a hint: `percent` is its chance to win, with its standard `error`; both left out where unrated. */
export interface AdvisedChoice {
  action: Record<string, unknown>;
  text: string;
  percent?: number;
  error?: number;
  why: Array<string>;
}

/** What each choice of a game that is over cost, and what the dice gave; it takes up to a minute and a half. */
export interface AnalysisRequest {
  kind: "analysis";
  id: string;
}

/** A game analysed: the chances, what changed those of each seat, and the choices that cost it most. */
export interface AnalysisTold {
  kind: "analysis";
  id: string;
  bot: string;
  rows: Array<ChancesThen>;
  turning_points: Array<ChancesChanged>;
  falls: Array<ChanceFell>;
  hardly_moves: boolean;
  in_points: boolean;
  balance: Record<string, BalanceTold>;
  worst: Record<string, Array<CostlyChoice>>;
  choice_count: number;
  unjudged_count: number;
}

/** What a seat says to the offer that its screen shows; no to one's own takes it back. */
export interface Answer {
  kind: "answer";
  id: string;
  at: string;
  signed?: SignedChange | null;
  yes: boolean;
}

/** This device wants to be another device of the person who has `seat` at `table`, or of whoever it is. */
export interface AskIn {
  kind: "ask_in";
  site: string;
  number: number;
  table?: string;
  seat?: string;
  label?: string;
}

/** The question to a seat, what it names on the map, and its menu. */
export interface Asked {
  prompt: string;
  about?: About;
  rows: Array<AskedRow>;
  more: boolean;
  abridged?: boolean;
  cite?: string;
  form?: Form;
  build?: Building;
  ways?: Array<WayByPlace>;
}

/** A row of a menu; `sure`: nothing is rolled by it and nothing comes to light. */
export interface AskedRow {
  label: string;
  action: Action;
  about?: About;
  help?: string;
  sure?: boolean;
}

/** The chance of a seat at `first` and at `last`, what dice and cards gave, and what else it was, in percent. */
export interface BalanceTold {
  first: number;
  luck: number;
  remainder: number;
  last: number;
}

/** How an action is put together from several things, or from one of each of several rows. */
export interface Building {
  action: Action;
  into?: Array<string>;
  things?: Array<Thing>;
  most?: number;
  each?: Array<PartRow>;
}

/** A story that an action may lead to. */
export interface Chance {
  chance: string;
  percent: number;
  text: string;
}

/** What a seat lost of its chance, in percent, over several turns. */
export interface ChanceFell {
  known: number;
  turn: number;
  last_turn: number;
  seat: string;
  before: number;
  after: number;
}

/** The likeliest stories that an action may lead to; `rest` is the chance of all `others` together. */
export interface Chances {
  kind: "forecast";
  id: string;
  outcomes: Array<Chance>;
  others?: number;
  rest?: string;
}

/** A moment at which the dice changed the chances, or leads, much: what a `seat` chose, and the rolls after it. */
export interface ChancesChanged {
  known: number;
  turn: number;
  seat: string;
  text: string;
  rolls: Array<string>;
  amounts: Record<string, number>;
}

/** The chance to win of each seat in percent, or its lead in points, by what it saw. */
export interface ChancesThen {
  known: number;
  turn: number;
  amounts: Record<string, number>;
}

/** Seconds allowed to each seat, used by each up to `since` of the server's clock, and who thinks from then on. */
export interface Clock {
  limit?: "game" | "choice";
  allowed: number;
  used: Record<string, number>;
  running: Array<string>;
  since: number;
}

/** A choice that cost a seat something, and what might have been done instead. */
export interface CostlyChoice {
  known: number;
  turn: number;
  step: string;
  text: string;
  best: string;
  cost: number;
  worth: number;
  error: number;
  in_points: boolean;
  is_advised: boolean;
  why: Array<string>;
}

/** How the score came to be, as this seat saw it: a row for each change of it and for each new turn. */
export interface CourseOfGame {
  kind: "course";
  id: string;
  title: string;
  rows: Array<Standing>;
  decisive?: Array<DecisiveEvent>;
}

/** How the score came to be: what this seat saw of it, from turn to turn. */
export interface CourseRequest {
  kind: "course";
  id: string;
}

/** An event that decided the game, as the seat was told it. */
export interface DecisiveEvent {
  first: number;
  known: number;
  turn: number;
  text: string;
  chances?: Array<number>;
  still: Still;
}

/** Another device asks to be let in by the person who has this seat; it shows these words for so long. */
export interface DeviceAsks {
  kind: "device_asks";
  words: string;
  label: string;
  seconds: number;
}

/** A device of a person: its public key, and since when it is known and was seen last, in seconds. */
export interface DeviceRow {
  device: string;
  label: string;
  since: number;
  seen: number;
  this?: boolean;
}

/** It is done, and kept whatever happens. */
export interface Done {
  kind: "done";
  id: string;
}

/** Why `what` cannot be chosen, or how the result of an `event` (a number) came about. */
export interface Explain {
  kind: "explain";
  id: string;
  what?: string;
  of?: "" | "piece" | "place" | "card";
  piece?: string;
  event?: number;
}

/** Why something cannot be chosen, or how a result came about. */
export interface Explained {
  kind: "explained";
  id: string;
  text: string;
  reasons?: Array<Reason>;
  ruling?: Ruling;
}

/** A part of a picture: `count` words of the picture `of`, from number `first` on, or text that is `new`. */
export interface FacePart {
  of?: string;
  first?: number;
  count?: number;
  new?: string;
}

/** Where the pieces stood after each event that the seat learnt. */
export interface Film {
  kind: "film";
  id: string;
  frames: Array<Frame>;
  faces: Record<string, string>;
  sheets: Record<string, FilmSheet>;
}

/** Where the pieces stood, after every event so far. */
export interface FilmRequest {
  kind: "film";
  id: string;
}

/** The sheet of an inner game, and its picture. */
export interface FilmSheet {
  sheet: Sheet;
  picture: string;
}

/** The chances of what `action` may lead to. */
export interface Forecast {
  kind: "forecast";
  id: string;
  action: Action;
}

/** Forget this person: name, keys, devices, and who has the seats. */
export interface Forget {
  kind: "forget";
  site: string;
  number: number;
}

/** What is to be told of a battle that people fought on a table of their own. */
export interface Form {
  title: string;
  fields: Array<FormField>;
}

/** A field of a report: how it is asked, what may be answered, and with which answers to another it is asked. */
export interface FormField {
  key: string;
  prompt: string;
  kind: "choice" | "number" | "numbers" | "text";
  values?: Array<[string, string]>;
  least?: number;
  most?: number;
  asked_if?: [string, Array<string>];
}

/** A moment of a film; `sheet` is there while an inner game is played. */
export interface Frame {
  known: number;
  sheet?: string;
  pieces: PieceChanges;
  marks?: Array<string>;
}

/** Leave a seat for good: a fresh link opens it. */
export interface FreeSeat {
  kind: "free";
  site: string;
  number: number;
  table: string;
  seat: string;
}

/** Give a seat to the person whose name at this server is `to`. */
export interface HandOver {
  kind: "hand_over";
  site: string;
  number: number;
  table: string;
  seat: string;
  to: string;
}

/** The first message of a screen: which table, with which key, and which of its events it has already. */
export interface Hello {
  kind: "hello";
  protocol: string;
  table?: string;
  key?: string;
  name?: string;
  have?: Array<[number, string]>;
  patches?: boolean;
}

/** Who is at the table. `tag` is there over HTTP, where the next request says whom it knows to be there. */
export interface Here {
  kind: "here";
  seats: Array<SeatRow>;
  watching: number;
  tag?: string;
}

/** Three choices that the seat might make, each with its chance to win and reasons. */
export interface HintRequest {
  kind: "hint";
  id: string;
}

/** Choices that the seat might make, the best one first; `percent` is its chance to win as it stands. */
export interface HintTold {
  kind: "hint";
  id: string;
  percent: number;
  choices: Array<AdvisedChoice>;
  note?: string;
}

/** Whether `action` would be legal, and if not, why. */
export interface Judge {
  kind: "judge";
  id: string;
  action: Action;
}

/** Whether an action would be legal, and if not, why. */
export interface Judged {
  kind: "judged";
  id: string;
  legal: boolean;
  reasons: Array<Reason>;
  about?: About;
}

/** What a learner reads now: see `wargame_core.lessons.LessonPage`. */
export interface LessonJson {
  title: string;
  step: number;
  steps: number;
  heading?: string;
  heard?: Array<string>;
  say?: Array<string>;
  do?: string;
  choice?: string;
  cite?: string;
  light?: Array<string>;
  over?: boolean;
}

/** The device that shows these `words` is one of this person's from now on. */
export interface LetIn {
  kind: "let_in";
  site: string;
  number: number;
  words: string;
}

/** What the server holds of this person: the name, and the devices. */
export interface ListDevices {
  kind: "devices";
  site: string;
  number: number;
}

/** A part of a list: `count` items of the list before, from number `first` on, or items that are `new`. */
export interface ListPart {
  first?: number;
  count?: number;
  new?: Array<unknown>;
  like?: Record<string, unknown>;
  at?: Array<Array<string>>;
  values?: Array<Array<unknown>>;
}

/** How often somebody has used the key of this seat. */
export interface Looks {
  kind: "looks";
  count: number;
}

/** One line of a sum: its value, its label, its source, and why it counts here. */
export interface Modifier {
  value: number;
  label: string;
  because: string;
  cite: string | null;
}

/** The rows of a menu from number `first` on. */
export interface MoreRows {
  kind: "rows";
  id: string;
  first: number;
  rows: Array<AskedRow>;
  more: boolean;
}

/** What this seat has written down for itself. */
export interface Notes {
  kind: "note";
  text: string;
}

/** Offer something to the other seats, which becomes true when all have said yes. */
export interface Offer {
  kind: "offer";
  id: string;
  at: string;
  signed?: SignedChange | null;
  what: "back" | "draw" | "end" | "again" | "hints";
}

/** What a seat offers to the others, and which seats have said yes. */
export interface Offered {
  seat: string;
  what: "back" | "draw" | "end" | "again" | "hints";
  agreed: Array<string>;
  kept?: number;
}

/** What lies beside the board: all of it at first, then what is new or different and what is gone. */
export interface PanelChanges {
  all?: Record<string, Panel>;
  set?: Record<string, Panel>;
  gone?: Array<string>;
}

/** One of the things of a row of which one is chosen: its `value` stands in the action. */
export interface Part {
  value: unknown;
  label: string;
  about?: About;
}

/** A row of which one is chosen; its value stands in the action where `into` leads. */
export interface PartRow {
  title: string;
  into: Array<string | number>;
  things: Array<Part>;
}

/** A value made of the value before: the `parts` of a list, or of an object what is at `keys` and what is gone. */
export interface Patch {
  value?: unknown;
  keys?: Record<string, Patch>;
  gone?: Array<string>;
  parts?: Array<ListPart>;
}

/** What is different of a question that this screen was told, and of panels, pieces and faces by their ids. */
export interface Patches {
  ask?: Patch;
  long?: boolean;
  panels?: Record<string, Patch>;
  pieces?: Record<string, Patch>;
  faces?: Record<string, Array<FacePart>>;
}

/** What stands on the sheet: all of it at first, then what is new or different and what is gone. */
export interface PieceChanges {
  all?: Record<string, PieceRow>;
  set?: Record<string, PieceRow>;
  gone?: Array<string>;
}

/** A piece: its place, the middle and the scale of its face in units of the sheet, and what it is in words. */
export interface PieceRow {
  at: string;
  x?: number;
  y?: number;
  z?: number;
  scale?: number;
  face?: string;
  side?: string;
  text?: string;
}

/** Is anybody there? */
export interface Ping {
  kind: "ping";
}

/** Somebody is there. */
export interface Pong {
  kind: "pong";
}

/** Say who one is, beside a request for one's games. */
export interface Prove {
  kind: "prove";
  site: string;
  number: number;
}

/** What others did since this seat last acted: who lost what, and what happened, part by part; none for nothing. */
export interface RecapJson {
  losses?: string;
  parts: Array<RecapPartJson>;
  first: number;
}

/** A thing that was done: a paragraph, what it names, and the number of the event whose result can be explained. */
export interface RecapLineJson {
  text: string;
  about?: About;
  event?: number;
}

/** What one seat did; where `by` is empty, what the rules did in the step with the title `step`, or nobody. */
export interface RecapPartJson {
  by: string;
  step?: string;
  lines: Array<RecapLineJson>;
}

/** It is not done. Where it is a limit, the same may come again after `retry_after` seconds. */
export interface Refusal {
  kind: "refused";
  id?: string;
  code: "stale" | "illegal" | "malformed" | "not_asked" | "not_yours" | "no_undo" | "too_fast" | "too_big" | "unavailable" | "unknown_table" | "wrong_key" | "protocol" | "taken" | "revoked";
  text: string;
  reasons?: Array<Reason>;
  retry_after?: number;
}

/** What happened at a real table: `answers` to the form of the question, by key. */
export interface Report {
  kind: "report";
  id: string;
  at: string;
  signed?: SignedChange | null;
  answers: Record<string, unknown>;
}

/** Give up the game: the other seat wins. */
export interface Resign {
  kind: "resign";
  id: string;
  at: string;
  signed?: SignedChange | null;
}

/** A device of this person's is so no more, and its key is good for nothing. */
export interface Revoke {
  kind: "revoke";
  site: string;
  number: number;
  device: string;
}

/** Something rolled or drawn: which die, what it shows, and what for. */
export interface Rolled {
  for: string;
  die: string;
  face: unknown;
}

/** The rows of the menu from number `first` on. */
export interface Rows {
  kind: "rows";
  id: string;
  at: string;
  first: number;
}

/** A heading of the rules: where it stands, and its paragraphs in our words. */
export interface RuleRow {
  heading: string;
  where: string;
  text: Array<string>;
}

/** The rules that may be looked up. */
export interface RulesAtHand {
  kind: "rules";
  id: string;
  rules: Array<RuleRow>;
}

/** The rules at hand: every heading in our words, with its page and what is ruled about it. */
export interface RulesRequest {
  kind: "rules";
  id: string;
}

/** A computed result with all its parts: base, modifiers, and the chart in which it was looked up. */
export interface Ruling {
  title: string;
  result: unknown;
  base: number;
  modifiers: Array<Modifier>;
  total: number;
  cite: string | null;
  table: string;
  row: string;
  column: string;
  detail: Record<string, number | string>;
  parts: Array<Ruling>;
  considered: Array<Modifier>;
}

/** Say something to everybody at the table, or `to` the `seats` alone. */
export interface Say {
  kind: "say";
  id: string;
  text: string;
  to?: "" | "seats";
}

/** How a row of the story is shown: as what, how many were lost by it or what befell a unit, and its dice. */
export interface Scene {
  as: "order" | "move" | "attack" | "loss" | "retreat" | "card" | "routine";
  count?: number;
  result?: string;
  dice?: Array<SceneDie>;
}

/** A die as it is shown: its face, and whether it hits. */
export interface SceneDie {
  face: string;
  hit?: boolean;
}

/** Let a `bot` play `seat` from now on; without a name a person plays it. */
export interface Seat {
  kind: "seat";
  id: string;
  seat: string;
  bot?: string;
}

/** A seat: what people call it, whether somebody sits there, who it is or was last, and which bot plays it. */
export interface SeatRow {
  seat: string;
  title: string;
  here: boolean;
  bot?: string;
  name?: string;
}

/** Somebody said something; with `to` only those who have a seat hear it. */
export interface Sentence {
  from: string;
  kind: "say";
  seat: string;
  text: string;
  to?: "seats";
  number?: number;
}

/** A change as the key of a device has signed it. */
export interface SignedChange {
  device: string;
  text: string;
  signature: string;
}

/** The points of each side from the moment at which so many events were known, and the turn then. */
export interface Standing {
  known: number;
  turn: number;
  points: Record<string, number>;
}

/** What lay on the map after an event, and what took part in it: pieces, places, and pairs of who attacked whom. */
export interface Still {
  pieces: Record<string, PieceRow>;
  marks: Array<string>;
  faces: Record<string, string>;
  named: Array<string>;
  places: Array<string>;
  attacks: Array<Array<string>>;
}

/** An event as the seat may know it, or a die. `ruling` says that `explain` tells how it came about. */
export interface StoryLine {
  kind: string;
  text?: string;
  about?: About;
  marks?: Array<Mark>;
  dice?: Rolled;
  ruling?: boolean;
  scene?: Scene;
  by?: string;
  turn?: number;
  step?: string;
}

/** What the person at this screen is called from now on; empty for nothing. */
export interface TakeName {
  kind: "name";
  id: string;
  name?: string;
}

/** Sit down at a `table`: `key` opens from then on what the person has there. `label` names the device. */
export interface TakeSeat {
  kind: "sit";
  site: string;
  number: number;
  table: string;
  key: string;
  label?: string;
}

/** One of several things that may be chosen together. */
export interface Thing {
  name: string;
  label: string;
  about?: About;
}

/** Take the last choice back. */
export interface Undo {
  kind: "undo";
  id: string;
  at: string;
  signed?: SignedChange | null;
}

/** Whether it is worth asking to take the last choice back, and if not, why. */
export interface UndoHint {
  may: boolean;
  because?: string;
}

/** Brings a screen up to date: cut the story to `kept` rows, add `events`, show the rest. */
export interface Update {
  kind: "update";
  at: string;
  kept: number;
  known: number;
  tag: string;
  events?: Array<StoryLine>;
  recap?: RecapJson;
  cursor: Array<string>;
  waiting: Array<string>;
  ask?: Asked;
  chosen?: boolean;
  undo?: UndoHint;
  offer?: Offered;
  lesson?: LessonJson;
  hints?: boolean;
  again?: string;
  turn?: number;
  outcome?: Outcome;
  clock?: Clock;
  sheet?: string;
  pieces?: PieceChanges;
  panels?: PanelChanges;
  faces?: Record<string, string>;
  marks?: Array<string>;
  patches?: Patches;
}

/** A house rule that is played. */
export interface VariantRow {
  title: string;
  help: string;
}

/** A way that may be chosen place by place. */
export interface WayByPlace {
  action: Action;
  into: Array<string>;
  start: string;
  pieces: Array<string>;
  places: Record<string, unknown>;
}

/** The first answer: which game this is, who one is, who else is there, and what may be asked for. */
export interface Welcome {
  kind: "welcome";
  protocol: string;
  you: string;
  role: string;
  name?: string;
  game: string;
  title: string;
  length?: string;
  scenario: string;
  options: Record<string, string>;
  sheet: string;
  seats: Array<SeatRow>;
  bots: Array<string>;
  can: Array<string>;
  limits?: Record<string, number>;
  variants?: Array<VariantRow>;
  referee?: boolean;
  delay?: number;
  lesson?: string;
  puzzles?: number;
  looks?: number;
  continued?: string;
}

/** What a seat has written down for itself: all of it, in place of what was there. */
export interface WriteNote {
  kind: "note";
  id: string;
  text: string;
}
