// What a screen shows, kept from updates alone: the same few lines that any front end needs.

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
    /** @type {Record<string, Map<string, any>> | null} */
    this.index = null;
  }

  /**
   * Follow an update. Returns the rows of the story that are new.
   * @param {import("./messages").Update} update
   */
  follow(update) {
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
    Object.assign(this.faces, update.faces);
    this.pieces = merged(this.pieces, update.pieces);
    this.panels = merged(this.panels, update.panels);
    this.now = update;
    return news;
  }

  get titles() {
    return Object.fromEntries((this.welcome?.seats ?? []).map((seat) => [seat.seat, seat.title]));
  }

  /** What people call a piece, a place or a card. */
  nameOf(reference) {
    const [kind, id] = split(reference);
    if (kind === "piece") {
      const text = this.pieces[id]?.text ?? "";
      return text.slice(text.indexOf(": ") + 1).trim() || this.printed("pieces", id)?.name || id;
    }
    if (kind === "card") return this.printed("cards", id)?.title || id;
    const space = this.printed("spaces", id);
    return space ? space.place || space.label || id : id;
  }

  printed(list, id) {
    this.index ??= {};
    this.index[list] ??= new Map((this.sheet?.[list] ?? []).map((part) => [part.id, part]));
    return this.index[list].get(id);
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

/** What is there after changes: all of it, or some set and some gone. */
export function merged(old, told) {
  if (!told) return old;
  if (told.all) return { ...told.all };
  const next = { ...old, ...told.set };
  for (const name of told.gone ?? []) delete next[name];
  return next;
}

/** "piece:c9" as its two parts; ids may hold colons. */
export function split(reference) {
  const cut = reference.indexOf(":");
  return [reference.slice(0, cut), reference.slice(cut + 1)];
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

/** The id of a seat as a name. */
export function capital(id) {
  return id.slice(0, 1).toUpperCase() + id.slice(1);
}
