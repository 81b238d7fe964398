// A table in a cell of a notebook: messages go through the widget's model. Every view of a widget is a screen of its own.

import "./table.js";

class CommTransport {
  constructor(model) {
    this.model = model;
    this.mark = Math.random().toString(36).slice(2, 10);
    this.questions = new Map();
    this.count = 0;
    /** @type {import("./messages").Transport["onmessage"]} */
    this.onmessage = () => {};
    /** @type {import("./messages").Transport["onstate"]} */
    this.onstate = () => {};
    this.listener = (data) => data.to === this.mark && this.#heard(data);
    model.on("msg:custom", this.listener);
  }

  open() {
    this.onstate("open");
  }

  send(message) {
    this.model.send({ from: this.mark, say: message });
  }

  /** What a function of the table returns: `sheet`, `picture`, `record`. */
  ask(methodName, ...callArguments) {
    return new Promise((resolve) => {
      this.questions.set((this.count += 1), resolve);
      this.model.send({ from: this.mark, ask: this.count, what: methodName, given: callArguments });
    });
  }

  #heard({ hear, answer, value }) {
    if (hear) return this.onmessage(hear);
    this.questions.get(answer)?.(value);
    this.questions.delete(answer);
  }

  close() {
    this.model.off("msg:custom", this.listener);
    this.model.send({ from: this.mark, bye: true });
  }
}

async function save(line, seat) {
  const [name, text] = await line.ask("record", seat);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** What the widget machinery calls for every cell that shows the table. */
export function render({ model, el }) {
  const element = /** @type {import("./table.js").WargameTable} */ (document.createElement("wargame-table"));
  const seat = model.get("seat");
  const line = new CommTransport(model);
  element.setAttribute("plain", ""); // nothing may stand before the whole notebook
  element.style.height = `${model.get("height")}px`;
  el.dataset.lmSuppressShortcuts = "true"; // the keys are the table's while it has the focus
  el.append(element);
  element.start({
    transport: line,
    sheets: { sheet: (digest) => line.ask("sheet", digest), picture: (digest, theme) => line.ask("picture", digest, theme) },
    record: () => save(line, seat),
    hello: { key: seat },
  });
  return () => element.remove();
}

export default { render };
