// What any game sends of itself. Made from the types of the program; do not edit.

/** Everything printed that lies on the table; `Game.sheet` makes it. */
export interface Sheet {
  game: string;
  title: string;
  scenario: string;
  options: Record<string, unknown>;
  briefing: Briefing;
  sides: Array<SideOnSheet>;
  size: [number, number];
  outlines: Array<Array<[number, number]>>;
  spaces: Array<SheetSpace>;
  crossings: Array<SheetCrossing>;
  edges: Array<SheetEdge>;
  ways: Array<SheetWay>;
  legend: Array<SheetLegend>;
  pieces: Array<SheetPiece>;
  commands: Array<SheetCommand>;
  cards: Array<SheetCard>;
  tracks: Array<SheetTrack>;
  dice: Array<SheetDie>;
  aids: Array<PlayerAid>;
  documents: Array<string>;
  digest: string;
}

/** A view: what one seat may know of a game at one moment. */
export interface Screen {
  game: string;
  sheet: string;
  seat: string;
  at: string;
  cursor: Array<string>;
  board: Board;
  pieces: Array<PieceOnMap>;
  marks: Array<MapMark>;
  prompt: string | null;
  waiting_for: Array<string>;
  menu: Array<MenuRow>;
  forced: boolean;
  panels: Array<Panel>;
  can_undo: boolean;
  outcome: Outcome | null;
  log: Array<string>;
  inner?: InnerScreen;
}

/** A choice: its label, the action that is played, what it names, and its help. */
export interface MenuRow {
  label: string;
  action: Action;
  about?: About;
  help?: string;
}

/** An event: its kind, its sentence ("" for none), what it is about, and where the sentence names that. */
export interface StoryRow {
  kind: string;
  text: string;
  about?: About;
  marks?: Array<Mark>;
}

/** What has happened since an earlier view: its screen drops the last `drop` rows and appends `rows`. */
export interface StoryNews {
  at: string;
  drop: number;
  rows: Array<StoryRow>;
}

/** The things that something is about, in printed ids; empty where there are none. */
export interface About {
  pieces?: Array<string>;
  from?: string;
  to?: string;
  path?: Array<string>;
  places?: Array<string>;
  target?: string;
  cards?: Array<string>;
  targets?: Array<string>;
}

/** What lies beside the board. */
export type Panel = Score | Hand | Status | Track | SequenceOfPlay;

/** What a seat may choose. */
export interface Action {
  kind: string;
  [key: string]: unknown;
}

/** What happened, as a seat may know it. */
export interface Event {
  kind: string;
  [key: string]: unknown;
}

/** Whether an action is legal, and the reasons where it is not. Such a verdict is falsy. */
export interface Verdict {
  legal: boolean;
  reasons: Array<Reason>;
  about?: About;
}

/** A line of an order of battle: a force, a formation, a unit or a leader. */
export interface OobEntry {
  id: string;
  side: string;
  kind: string;
  name: string;
  parent?: string;
  leaders?: Array<string>;
  rating: number | string | null;
  traits?: Array<string>;
  strength: number | null;
  facts?: Record<string, string>;
  arrival?: string;
  where?: string;
  unless?: string;
  basis: string;
  /** where it is printed */
  cite: string;
}

/** A card of a deck. */
export interface DeckCard {
  id: string;
  deck: string;
  title: string;
  count: number;
  text?: string;
  effect?: string;
  side?: string;
  unless?: string;
  basis: string;
  count_basis?: string;
  /** where it is printed */
  cite: string;
}

/** A rule of victory: what gives points, how many points win, or what ends the game. */
export interface VictoryRule {
  id: string;
  side: string;
  text: string;
  points: number | null;
  dice?: string;
  when?: string;
  times: "each time" | "every turn" | "once" | "once for each place" | "while it holds" | "at the end";
  places?: Array<string>;
  level?: string;
  unless?: string;
  basis: string;
  /** where it is printed */
  cite: string;
}

/** A board, as its game keeps it. */
export type Board = Record<string, unknown>;

/** What a player reads before the first turn. */
export interface Briefing {
  title: string;
  situation: Array<Note>;
  begins: string;
  hands: Record<string, number>;
  how_to_win: Array<Note>;
  special_rules: Array<Note>;
  in_short: Array<Note>;
  sources: Array<string>;
  rules: Array<Note>;
}

/** Cards in a seat's hand: ids of cards of the sheet where they are known, and how many there are. */
export interface Hand {
  panel: "hand";
  seat: string;
  count: number;
  cards: Array<string>;
  title: string;
  id: string;
}

/** Which inner game is played. */
export interface InnerScreen {
  game: string;
  scenario: string;
  seat: string;
  cursor: Array<string>;
  inner?: InnerScreen;
}

/** Something on the map that is not a piece: works, a zone of control, a flag, a bridge that is destroyed. */
export interface MapMark {
  kind: string;
  text?: string;
  side?: string;
  places?: Array<string>;
  path?: Array<string>;
  edges?: Array<[string, string]>;
  crossing?: string;
}

/** Where a sentence names something: the characters from `start` up to `end`, and the piece, place or card. */
export interface Mark {
  start: number;
  end: number;
  piece?: string;
  place?: string;
  card?: string;
}

/** A paragraph of the briefing with the place it is printed at. */
export interface Note {
  text: string;
  /** where it is printed */
  cite: string;
  tells?: Array<string>;
}

/** How a game ended: who won (None: nobody alone), how clearly, with which final scores. */
export interface Outcome {
  winner: string | null;
  level: string;
  scores: Record<string, number>;
  text: string;
  together?: Array<string>;
  lost?: boolean;
}

/** A piece on the map: its id and the place where it stands, in the ids of the sheet, and what it shows. */
export interface PieceOnMap {
  name: string;
  side?: string;
  kind?: string;
  face_down?: boolean;
  values?: Record<string, Array<number>>;
  marks?: Array<string>;
  carries?: Array<string>;
  id: string;
  at: string;
  order?: number;
}

/** A chart or a summary that lies beside the map, as text in fixed columns. */
export interface PlayerAid {
  id: string;
  title: string;
  text: string;
  cite?: string;
}

/** One reason why something is refused: a stable code, a sentence for people, and its source. */
export interface Reason {
  code: string;
  text: string;
  cite: string | null;
}

/** Points by side, the points needed to win if there is such a number, and the ledger if there is one. */
export interface Score {
  panel: "score";
  points: Record<string, number>;
  needed: Record<string, number>;
  ledger: Array<ScoreLine>;
  title: string;
  id: string;
}

/** One line of a ledger of points, in whole points or halves. `cite` says where it is printed. */
export interface ScoreLine {
  side: string;
  points: number;
  text: string;
  /** where it is printed */
  cite: string;
}

/** The steps of a turn as the player aid prints them, and the one under way (-1 when the game is over). */
export interface SequenceOfPlay {
  panel: "sequence";
  steps: Array<string>;
  at: number;
  title: string;
  id: string;
}

/** A card, with its text and its number of copies in the deck; `signs` are words for what is pictured on it. */
export interface SheetCard {
  id: string;
  title: string;
  text: string;
  count: number;
  deck?: string;
  signs?: Array<string>;
}

/** A line of the order of battle that no piece stands for: a force, a corps, a general beside his counter's name. */
export interface SheetCommand {
  id: string;
  side: string;
  kind: string;
  name: string;
  belongs_to?: string;
  rating?: string;
  traits?: Array<string>;
  facts?: Record<string, string>;
}

/** A bridge, ford, ferry or gap between two spaces. */
export interface SheetCrossing {
  id: string;
  kind: string;
  between: [string, string];
  name?: string;
}

/** A die with its faces as printed. */
export interface SheetDie {
  name: string;
  faces: Array<string>;
}

/** What runs along the side that two spaces share: a river, a ridge, works; "" stands for outside the map. */
export interface SheetEdge {
  between: [string, string];
  kind: string;
  line: [[number, number], [number, number]];
  name?: string;
  bars?: boolean;
}

/** A line of the legend: what is drawn (`of`), its kind as the sheet has it, its title, and its colours. */
export interface SheetLegend {
  of: "terrain" | "edge" | "way" | "crossing";
  kind: string;
  title: string;
  color: string;
  dark: string;
}

/** A piece as printed: `facts` are its printed values (strength, rating, movement) as text. */
export interface SheetPiece {
  id: string;
  side: string;
  kind: string;
  name: string;
  facts?: Record<string, string>;
  belongs_to?: string;
}

/** A space of the map. `at` is its centre in the picture, `outline` an index into the sheet's outlines. */
export interface SheetSpace {
  id: string;
  label: string;
  at: [number, number];
  terrain?: string;
  place?: string;
  outline?: number;
  links?: Array<string>;
  regions?: Array<string>;
}

/** A row of printed boxes. */
export interface SheetTrack {
  id: string;
  title: string;
  boxes: Array<string>;
}

/** A road, railroad or stream: the spaces that it runs through, in order. Its line goes through their centres. */
export interface SheetWay {
  kind: string;
  spaces: Array<string>;
  name?: string;
}

/** A side: its seat, its name, its commander, and the letter that identifies it without colour. */
export interface SideOnSheet {
  seat: string;
  name: string;
  letter: string;
  commander?: string;
  color?: string;
}

/** Facts about the present: turn and phase, weather, dice left, losses, cards in force, what is destroyed. */
export interface Status {
  panel: "status";
  lines: Array<StatusLine>;
  title: string;
  id: string;
}

/** One fact: its name, its value in words, and the pieces and places it names. */
export interface StatusLine {
  name: string;
  value: string;
  pieces?: Array<string>;
  places?: Array<string>;
}

/** A row of boxes, the marker in one of them (-1: in none). `notes` say what is printed in a box. */
export interface Track {
  panel: "track";
  id: string;
  title: string;
  boxes: Array<string>;
  at: number;
  notes: Record<string, string>;
}
