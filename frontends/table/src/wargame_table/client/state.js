// What a screen shows, kept from updates alone: the same few lines that any front end needs.

import { phrase } from "./phrases.js";

const LONG = 24; // rows of a question that a screen keeps also when it is no more the latest

/**
 * The text of a piece, with the title of its side where it begins with the id of that. The replay's state is no instance
 * that has private parts, so this is a function beside the class.
 * @param {State} state @param {string} id @param {string} text
 */
function withSide(state, id, text) {
  const side = state.sideOf(id);
  return side && text.startsWith(`${side} `) ? `${state.titles[side] ?? capital(side)}${text.slice(side.length)}` : text;
}

export class State {
  constructor() {
    /** @type {import("./messages").Welcome | null} */
    this.welcome = null;
    /** @type {import("./messages").Sheet | null} */
    this.sheet = null;
    /** @type {import("./messages").StoryLine[]} */
    this.story = [];
    /** @type {Record<string, import("./messages").PieceRow>} */
    this.pieces = {};
    /** @type {Record<string, any>} */
    this.panels = {};
    /** @type {Record<string, string>} */
    this.faces = {};
    /** @type {string[]} */
    this.marks = [];
    /** @type {[number, string][]} */
    this.tags = [];
    /** @type {import("./messages").Update} */
    this.now = { kind: "update", at: "", kept: 0, known: 0, tag: "", cursor: [], waiting: [] };
    /** The latest question as it was told, of which patches tell what is different, and the latest long one. @type {{ latest: import("./messages").Asked | null, long: import("./messages").Asked | null }} */
    this.asked = { latest: null, long: null };
    /** @type {Record<string, Map<string, any>> | null} */
    this.index = null;
    /** What the others did since one acted. @type {import("./messages").RecapJson | null} */
    this.recap = null;
    /** @type {Record<string, string>} */
    this.people = {}; // what the seats are called with who has them
  }

  /**
   * Follow an update, in which what only patches tell is made whole. Returns the rows of the story that are new.
   * @param {import("./messages").Update} update
   */
  follow(update) {
    const { ask, long, panels, pieces, faces } = update.patches ?? {};
    if (update.pieces?.all) this.asked.long = null; // who is told everything is known to have nothing
    if (ask) update.ask = patched(long ? this.asked.long : this.asked.latest, ask);
    if (update.ask) this.asked.latest = { ...update.ask };
    if (update.ask?.rows?.length >= LONG) this.asked.long = this.asked.latest;
    for (const [id, patch] of Object.entries(pieces ?? {})) update.pieces.set[id] = patched(this.pieces[id], patch);
    for (const [digest, parts] of Object.entries(faces ?? {})) update.faces[digest] = parts.map((part) => part.new ?? wordsOf(this.faces[part.of]).slice(part.first, part.first + part.count).join("")).join("");
    for (const [id, patch] of Object.entries(panels ?? {})) update.panels.set[id] = patched(this.panels[id], patch);
    this.story.length = Math.min(this.story.length, update.kept);
    const news = update.events ?? [];
    this.story.push(...news);
    this.tags = this.tags.filter(([known]) => known <= update.kept);
    if (update.known) this.tags.push([update.known, update.tag]);
    this.tags = this.tags.slice(-8);
    if ("marks" in update) {
      for (const digest of this.marks) if (!update.marks.includes(digest)) delete this.faces[digest]; // told again when needed
      this.marks = update.marks;
    }
    if (update.recap) this.recap = update.recap.parts.length ? update.recap : null;
    Object.assign(this.faces, update.faces);
    this.pieces = mergedFields(this.pieces, update.pieces);
    this.panels = mergedFields(this.panels, update.panels);
    this.now = update;
    return news;
  }

  get titles() {
    return Object.fromEntries((this.welcome?.seats ?? []).map((seat) => [seat.seat, seat.title]));
  }

  /** What people call a piece, a place or a card; never its id. */
  nameOf(reference) {
    const [kind, id] = split(reference);
    if (kind === "piece") {
      const text = this.pieces[id]?.text ?? "";
      return withoutIds(withSide(this, id, text.slice(text.indexOf(": ") + 1).trim()) || this.printed("pieces", id)?.name || phrase("aUnit"), [id]);
    }
    if (kind === "card") return this.printed("cards", id)?.title || id;
    const space = this.printed("spaces", id);
    return space ? space.place || space.label || id : id;
  }

  /** The side of a piece, also of one that is gone. */
  sideOf(id) {
    return this.pieces[id]?.side || this.printed("pieces", id)?.side || "";
  }

  /** The labels of choices without the ids of pieces, as far as they still differ. @param {import("./messages").Asked["rows"]} rows */
  labelsOf(rows) {
    const plainLabels = rows.map((row) => withoutIds(row.label, piecesOf(row)));
    const times = new Map();
    for (const label of plainLabels) times.set(label, (times.get(label) ?? 0) + 1);
    return rows.map((row, number) => (times.get(plainLabels[number]) === 1 ? plainLabels[number] : row.label));
  }

  /** Words without the ids of pieces of this game. @param {string} text */
  plain(text) {
    return withoutIds(text, [...Object.keys(this.pieces), ...(this.sheet?.pieces ?? []).map(({ id }) => id)]);
  }

  printed(listName, id) {
    this.index ??= {};
    this.index[listName] ??= new Map((this.sheet?.[listName] ?? []).map((part) => [part.id, part]));
    return this.index[listName].get(id);
  }

  /** The pieces at each place. */
  get stacks() {
    const stacks = new Map();
    for (const [id, piece] of Object.entries(this.pieces)) {
      if (!stacks.has(piece.at)) stacks.set(piece.at, []);
      stacks.get(piece.at).push(id);
    }
    return stacks;
  }
}

/** A picture in pieces, each of which begins with a sign that divides tags, attributes or subpaths. @param {string} picture */
function wordsOf(picture) {
  return picture.match(/^[^ <>M]+|[ <>M][^ <>M]*/g) ?? [];
}

/** What a patch makes of a value. @param {any} valueBefore @param {import("./messages").Patch} patch @returns {any} */
export function patched(valueBefore, { value, keys, gone = [], parts }) {
  if (value !== undefined) return value;
  if (parts) return parts.flatMap((part) => part.new ?? (part.values ? itemsOf(part) : valueBefore.slice(part.first, part.first + part.count)));
  const fieldsAfter = Object.fromEntries(Object.entries(valueBefore).filter(([key]) => !gone.includes(key)));
  for (const [key, patch] of Object.entries(keys)) fieldsAfter[key] = patched(valueBefore[key], patch);
  return fieldsAfter;
}

/** The objects that a table tells of. @param {import("./messages").ListPart} part */
function itemsOf({ like, at, values }) {
  return values.map((row) => {
    const item = structuredClone(like);
    at.forEach((path, number) => {
      const innerObject = path.slice(0, -1).reduce((object, key) => (object[key] ??= {}), item);
      innerObject[path.at(-1)] = row[number];
    });
    return item;
  });
}

/** What is there after changes: all of it, or some set and some gone. */
export function mergedFields(oldFields, newFields) {
  if (!newFields) return oldFields;
  if (newFields.all) return { ...newFields.all };
  const nextFields = { ...oldFields, ...newFields.set };
  for (const name of newFields.gone ?? []) delete nextFields[name];
  return nextFields;
}

/** "piece:c9" as its two parts; ids may hold colons. */
export function split(reference) {
  const cut = reference.indexOf(":");
  return [reference.slice(0, cut), reference.slice(cut + 1)];
}

/** Words without ids of pieces, which are printed on no counter. @param {string} text @param {string[]} ids */
export function withoutIds(text, ids) {
  for (const id of ids.filter((textId) => /\d|_/.test(textId))) text = text.replace(new RegExp(`\\s*(\\(${escaped(id)}\\)|\\b${escaped(id)}\\b)`, "g"), "");
  return text.trim();
}

function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Every piece that a row names. @param {{ about?: any }} row */
export function piecesOf({ about = {} }) {
  return [...(about.pieces ?? []), ...(about.targets ?? []), ...(about.target ? [about.target] : [])];
}

/** An element with attributes, listeners (on...) and children. Text is never read as HTML. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "text") element.textContent = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** "Ann (Union)", or what there is of it. @param {string | undefined} name @param {string | undefined} title */
export function nameAndTitle(name, title) {
  return name && title ? `${name} (${title})` : name || title || "";
}

/** What a bot is called for who chooses one for a seat: where that was measured, with how often it wins. */
export function botText(game, bot, seat) {
  const measuredStrength = game.strengths[bot];
  const shareWon = measuredStrength?.won[seat] === undefined ? "" : phrase("winsAgainst", { part: phrase("percent", { percent: Math.round(100 * measuredStrength.won[seat]) }), other: measuredStrength.against });
  return [phrase("theBot", { bot }), ...[bot === "random" ? phrase("playsByChance") : "", shareWon].filter(Boolean).map((words) => `(${words})`)].join(" ");
}

/** The bots that differ: "heuristic" is what the level normal plays. */
export function botsOf({ bots }) {
  return bots.includes("normal") ? ["normal", ...bots.filter((bot) => !["normal", "heuristic"].includes(bot))] : bots;
}

/** The id of a seat as a name. @param {string} id */
export function capital(id) {
  return id.slice(0, 1).toUpperCase() + id.slice(1);
}
