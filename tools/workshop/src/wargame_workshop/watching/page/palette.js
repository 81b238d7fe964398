// The palette: the tools that the kind of map has, and the kinds that the chosen tool may draw.

import { id, picture, text } from "./dom.js";
import { KINDS_OF, TOOLS } from "./tools.js";

const PLAIN = '<rect width="24" height="14" fill="#d9d2bf"/>';

/** A colour for the region of a number, unlike those beside it in the list. */
const regionColor = number => `hsl(${Math.round(number * 137.5) % 360} 65% 45%)`;

export class Palette {
  constructor(desk, element) {
    this.desk = desk;
    this.element = element;
    this.chosen = {};  // by part, the chosen kind
    this.more = {};  // by part, the kinds that were typed and stand nowhere yet
    this.regions = [];  // the names of the regions, in the order in which the page met them
    this.lineNames = {};  // by kind, the line that the next stroke goes on with
    this.roadName = "";
    this.file = "";  // whose counters are shown
    this.counter = 0;
    this.shown = "";
  }

  /** The tools of the map. */
  get tools() {
    const { strokes = [], counters = [] } = this.desk.state?.board ?? {};
    const has = name => TOOLS[name].strokes?.some(op => strokes.includes(op)) ?? true;
    return Object.keys(TOOLS).filter(name => has(name) && (name !== "counter" || counters.length));
  }

  /** The part that the chosen tool draws with. */
  get part() {
    return KINDS_OF[this.desk.tool] ?? this.desk.tool;
  }

  /** By part, what can be chosen. */
  get kinds() {
    const kinds = { ...this.desk.state.board.palette };
    for (const [part, more] of Object.entries(this.more)) {
      const others = kinds[part].map(one => one.kind);
      kinds[part] = [...kinds[part], ...more.filter(kind => !others.includes(kind)).map(kind => ({ kind, picture: PLAIN }))];
    }
    kinds.region = this.colored(kinds.region);
    return kinds;
  }

  /** Regions in the order in which the page met them, each in a colour of its own that stays. */
  colored(regions) {
    const names = regions.map(one => one.kind);
    this.regions.push(...names.filter(name => !this.regions.includes(name)));
    return this.regions.flatMap((kind, number) => {
      const color = regionColor(number);
      return names.includes(kind) ? [{ kind, color, picture: `<rect width="24" height="14" fill="${color}"/>` }] : [];
    });
  }

  kind(part) {
    const kinds = this.kinds[part];
    return kinds?.find(one => one.kind === this.chosen[part]) ?? kinds?.[0];
  }

  choose(part, kind) {
    this.chosen[part] = kind;
    this.show();
  }

  /** Show the palette again where it offers something else. */
  refresh() {
    const { board } = this.desk.state;
    const offered = JSON.stringify([board?.strokes, board?.palette, board?.counters.map(({ file, unit }) => [file, unit])]);
    if (offered === this.shown) return;
    this.shown = offered;
    this.show();
  }

  show() {
    const { desk, element } = this, { tools } = this;
    element.replaceChildren();
    if (!desk.state.board) return;
    if (!tools.includes(desk.tool)) desk.tool = "look";
    const box = text("div", "", element, "tools");
    for (const name of tools) {
      const button = text("button", TOOLS[name].word, box);
      button.dataset.tool = name;
      button.title = `Key ${TOOLS[name].key.toUpperCase()}`;
      button.setAttribute("aria-pressed", String(name === desk.tool));
      button.onclick = () => desk.choose(name);
    }
    this.showKinds();
    this.showFields();
    desk.showHint();
    desk.view.element.classList.toggle("drawing", desk.tool !== "look");
  }

  showKinds() {
    const { part } = this, list = text("div", "", this.element, "kinds");
    (this.kinds[part] ?? []).forEach((one, number) => {
      const button = text("button", "", list);
      button.append(picture(one.picture));
      text("span", one.letter && one.letter !== one.kind ? `${one.kind} (${one.letter})` : one.kind.replaceAll("_", " "), button);
      button.dataset.kind = one.kind;
      button.title = `Key ${number + 1}`;
      button.setAttribute("aria-pressed", String(one.kind === this.kind(part).kind));
      button.onclick = () => this.choose(part, one.kind);
    });
  }

  /** What is typed or chosen from a list for the chosen tool. */
  showFields() {
    const { desk, element } = this, { tool, state: { board } } = desk;
    if (tool === "counter") this.showTray();
    if (board.areas && (this.part === "paint" || this.part === "road")) this.showMore("Another kind ", this.part);
    else if (this.part === "paint") this.showInput("Another terrain ", "new-terrain", kind => {
      desk.queue.add("terrain", { kind });
      this.choose("paint", kind);
    });
    if (tool === "region") this.showMore("Another region ", "region");
    if (tool === "line") this.showLineNames();
    if (tool === "road") this.showRoadName();
  }

  showInput(words, name, add) {
    const input = Object.assign(document.createElement("input"), { id: name, maxLength: 40 });
    text("label", words, this.element).append(input);
    const button = text("button", "Add", this.element);
    button.onclick = () => {
      if (input.value.trim()) add(input.value.trim());
    };
    input.onkeydown = event => { if (event.key === "Enter") button.click(); };
  }

  /** A field for a kind that stands in the file as soon as something is drawn with it. */
  showMore(words, part) {
    this.showInput(words, `new-${part}`, kind => {
      this.more[part] = [...this.more[part] ?? [], kind];
      this.choose(part, kind);
    });
  }

  showRoadName() {
    const input = Object.assign(document.createElement("input"), { id: "road-name", maxLength: 80, value: this.roadName });
    text("label", "Name, if it has one ", this.element).append(input);
    input.oninput = () => { this.roadName = input.value; };
  }

  showTray() {
    const { desk, element } = this, { counters } = desk.state.board, files = [...new Set(counters.map(one => one.file))];
    if (!files.includes(this.file)) this.file = files[0];
    const select = text("select", "", text("label", "Set-up of ", element));
    select.id = "scenario";
    for (const file of files) text("option", file.replace(/\.toml$/, ""), select).value = file;
    select.value = this.file;
    select.onchange = () => {
      this.file = select.value;
      this.counter = 0;
      this.show();
      desk.showQueue();
    };
    const list = text("div", "", element, "kinds");
    desk.counters.forEach(({ unit, words }, number) => {
      const button = text("button", words, list);
      button.dataset.unit = unit;
      button.setAttribute("aria-pressed", String(number === this.counter));
      button.onclick = () => {
        this.counter = number;
        this.show();
      };
    });
  }

  showLineNames() {
    const { desk, element } = this, { kind } = this.kind("line"), select = text("select", "", text("label", "Goes on with ", element));
    select.id = "line-choice";
    const names = desk.drawing?.lines.filter(line => line.kind === kind && line.name).map(line => line.name) ?? [];
    text("option", `a new ${kind}`, select).value = "";
    for (const name of new Set(names)) text("option", name, select).value = name;
    select.value = names.includes(this.lineNames[kind]) ? this.lineNames[kind] : "";
    const input = document.createElement("input");
    Object.assign(input, { id: "line-name", maxLength: 80, value: desk.newLineName(kind) });
    const named = text("label", "Name ", element);
    named.append(input);
    named.hidden = Boolean(select.value);
    select.onchange = () => {
      this.lineNames[kind] = select.value;
      named.hidden = Boolean(select.value);
      if (named.hidden) input.value = desk.newLineName(kind);
    };
  }
}
