// A report of what happened at a real table: the form of a question that only people can answer.

import { phrase } from "./phrases.js";
import { make } from "./state.js";

export class Report {
  /** `handlers` has `report(answers)` and `packet()`, which may be missing. */
  constructor(handlers) {
    this.handlers = handlers;
    this.element = make("form", { class: "report", hidden: true, onsubmit: (event) => this.#send(event), oninput: () => this.#ask() });
  }

  /** Show a form, what has been filled in kept while it is the same; null for none. */
  show(form, papers) {
    this.element.hidden = !form;
    if (!form || this.title === form.title) return;
    this.title = form.title;
    this.fields = form.fields.map((field) => ({ ...field, element: control(field) }));
    const packet = make("button", { type: "button", class: "packet", text: phrase("packetToPrint"), onclick: () => this.handlers.packet() });
    this.element.replaceChildren(
      make("h3", { text: form.title }),
      ...(papers ? [packet] : []),
      ...this.fields.map((field) => field.element),
      make("button", { class: "row", text: phrase("reportThis") }),
    );
    this.#ask();
  }

  get answers() {
    const answers = {};
    for (const field of this.fields) if (isAsked(field, answers)) answers[field.key] = valueOf(field);
    return answers;
  }

  #ask() {
    const answers = {};
    for (const field of this.fields) {
      field.element.hidden = !isAsked(field, answers);
      if (!field.element.hidden) answers[field.key] = valueOf(field);
    }
  }

  #send(event) {
    event.preventDefault();
    this.handlers.report(this.answers);
  }
}

/** What a person fills in. */
function control(field) {
  const options = field.values ?? [];
  if (field.kind === "numbers") {
    const boxes = options.map(([value, words]) => make("label", { class: "tick" }, make("input", { type: "checkbox", value }), ` ${value} ${words}`));
    return make("fieldset", { "data-field": field.key }, make("legend", { text: field.prompt }), ...boxes);
  }
  const input =
    field.kind === "choice" ? make("select", {}, make("option", { value: "", text: "…" }), ...options.map(([value, words]) => make("option", { value, text: words })))
    : field.kind === "number" ? make("input", { type: "number", min: field.least, max: field.most, value: "" })
    : make("textarea", { rows: 2, maxlength: field.most });
  return make("label", { "data-field": field.key }, make("span", { text: field.prompt }), input);
}

function valueOf({ kind, element }) {
  if (kind === "numbers") return [...element.querySelectorAll("input:checked")].map((box) => Number(box.value));
  const { value } = element.querySelector("select, input, textarea");
  return kind === "number" ? Number(value) : value;
}

function isAsked(field, answers) {
  return !field.asked_if || field.asked_if[1].includes(answers[field.asked_if[0]]);
}
