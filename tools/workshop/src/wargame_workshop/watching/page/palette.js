// The palette: the tools that the kind of map has, and the kinds that the chosen tool may draw.

import { id, picture, text } from "./dom.js";
import { KINDS_OF, TOOLS } from "./tools.js";

const PLAIN = '<rect width="24" height="14" fill="#d9d2bf"/>';

export class Palette {
  constructor(desk, element) {
    this.desk = desk;
    this.element = element;
    this.chosen = {};  // by part, the place of the chosen kind
    this.more = {};  // by part, the kinds that were typed and stand nowhere yet
    this.file = "";  // whose counters are shown
    this.counter = 0;
    this.shown = "";
  }

  /** The tools of the map. */
  get tools() {
    const strokes = this.desk.state?.board?.strokes ?? [];
    return Object.keys(TOOLS).filter(name => TOOLS[name].strokes?.some(op => strokes.includes(op)) ?? true);
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
    return kinds;
  }

  kind(part) {
    const kinds = this.kinds[part];
    return kinds[this.chosen[part] ?? 0] ?? kinds[0];
  }

  choose(part, number) {
    this.chosen[part] = number;
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
    id("hint").textContent = TOOLS[desk.tool].hint;
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
      button.setAttribute("aria-pressed", String(number === (this.chosen[part] ?? 0)));
      button.onclick = () => this.choose(part, number);
    });
  }

  /** What is typed or chosen from a list for the chosen tool. */
  showFields() {
    const { desk, element } = this, { tool, state: { board } } = desk;
    if (tool === "counter") this.showTray();
    if (board.areas && (this.part === "paint" || this.part === "road")) this.showMore("Another kind ", this.part);
    else if (this.part === "paint") this.showInput("Another terrain ", "new-terrain", kind => desk.queue.add("terrain", { kind }));
    if (tool === "region") this.showMore("Another region ", "region");
    if (tool === "line") this.showLineNames();
    if (tool === "road") text("label", "Name, if it has one ", element).append(Object.assign(document.createElement("input"), { id: "road-name", maxLength: 80 }));
  }

  showInput(words, name, add) {
    const input = Object.assign(document.createElement("input"), { id: name, maxLength: 40 });
    text("label", words, this.element).append(input);
    text("button", "Add", this.element).onclick = () => {
      if (input.value.trim()) add(input.value.trim());
    };
  }

  /** A field for a kind that stands in the file as soon as something is drawn with it. */
  showMore(words, part) {
    this.showInput(words, `new-${part}`, kind => {
      this.more[part] = [...this.more[part] ?? [], kind];
      this.choose(part, this.kinds[part].findIndex(one => one.kind === kind));
    });
  }

  showTray() {
    const { desk, element } = this, { counters } = desk.state.board, files = [...new Set(counters.map(one => one.file))];
    if (!files.includes(this.file)) this.file = files[0] ?? "";
    if (!files.length) return text("p", "No file of the folder says where a counter begins.", element);
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
    const input = document.createElement("input");
    Object.assign(input, { id: "line-name", maxLength: 80, value: desk.newLineName(kind) });
    const named = text("label", "Name ", element);
    named.append(input);
    select.onchange = () => { named.hidden = Boolean(select.value); };
  }
}
