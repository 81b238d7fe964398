// The picture of the map, and over it what is drawn at the moment and what the picture does not show yet.

import { lasting } from "./drawing.js";

const SVG = "http://www.w3.org/2000/svg";

/** An SVG element with attributes and a text. */
export function svg(tag, attributes = {}, text = "") {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text) element.textContent = text;
  return element;
}

/** A picture of the palette, 24 by 14 units. */
export function picture(markup) {
  const element = svg("svg", { viewBox: "0 0 24 14", "aria-hidden": "true" });
  element.innerHTML = markup;
  return element;
}

export class MapView {
  constructor(element) {
    this.element = element;
    this.zoom = 1;
    this.shapes = new Map();
  }

  show(markup, stale) {
    const { scrollLeft, scrollTop } = this.element;
    this.element.innerHTML = markup;
    this.element.classList.toggle("stale", stale);
    this.picture = this.element.querySelector("svg");
    if (!this.picture) return;
    this.shapes = new Map([...this.picture.querySelectorAll("[data-space]")].map(one => [one.dataset.space, one]));
    this.over = svg("g", { "pointer-events": "none", class: "over" });
    this.current = svg("g", { "pointer-events": "none", class: "current" });
    this.picture.append(this.over, this.current);
    this.enlarge(1);
    this.element.scrollTo(scrollLeft, scrollTop);
  }

  /** Make the map larger or smaller; at 1 it fits the window. */
  enlarge(factor) {
    this.zoom = Math.min(8, Math.max(1, this.zoom * factor));
    if (!this.picture) return;
    const { width, height } = this.picture.viewBox.baseVal;
    const wide = this.element.clientWidth - 14, high = Math.max(200, this.element.clientHeight - 14);
    this.picture.style.width = `${Math.min(wide, high * width / height) * this.zoom}px`;
  }

  /** A point of the screen in units of the picture. */
  point({ clientX, clientY }) {
    const matrix = this.picture.getScreenCTM().inverse(), { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix);
    return { x, y };
  }

  /** Show the strokes that are not in the picture. */
  showPending(strokes, drawing, palette) {
    if (!this.over) return;
    this.over.replaceChildren();
    for (const { op, args } of lasting(strokes)) DRAWN[op]?.(new Pen(this, this.over, drawing.geometry, palette), args);
  }

  /** Show the stroke that is being drawn; none with an `op` of "". */
  showCurrent(op, args, geometry, palette) {
    if (!this.current) return;
    this.current.replaceChildren();
    DRAWN[op]?.(new Pen(this, this.current, geometry, palette), args);
  }

  /** Show where the keyboard is; `point` is null for nowhere. */
  showCursor(point) {
    this.cursor?.remove();
    this.cursor = point && this.picture
      ? svg("circle", { cx: point.x, cy: point.y, r: 9, fill: "none", stroke: "#2c6fbb", "stroke-width": 3, class: "cursor" })
      : null;
    if (this.cursor) this.picture.append(this.cursor);
  }
}

class Pen {
  constructor(view, into, geometry, palette) {
    Object.assign(this, { view, into, geometry, palette });
  }

  add(tag, attributes, text) {
    const element = svg(tag, attributes, text);
    this.into.append(element);
    return element;
  }

  color(tool, test) {
    return this.palette[tool].find(test)?.color ?? "#b0470f";
  }

  space(name) {
    return this.geometry.spaces[this.geometry.numbers.get(name)];
  }

  side(a, b) {
    const [one, other] = [a, b].map(name => this.geometry.numbers.get(name)).sort((x, y) => x - y);
    return this.geometry.sides[this.geometry.sideNumbers.get(`${one},${other}`)];
  }

  lines(sides, color, width, dashes = "none") {
    const found = sides.map(([a, b]) => this.side(a, b)).filter(Boolean);
    const d = found.map(({ x1, y1, x2, y2 }) => `M${x1} ${y1}L${x2} ${y2}`).join("");
    this.add("path", { d, stroke: color, "stroke-width": width, "stroke-linecap": "round", "stroke-dasharray": dashes });
  }

  sign(tool, kind, { x, y }, turned = 0) {
    const group = this.add("g", { transform: `translate(${x} ${y}) rotate(${turned}) scale(1.3) translate(-12 -7)` });
    group.innerHTML = this.palette[tool].find(one => one.kind === kind)?.picture ?? "";
    if (!group.firstChild) group.append(svg("circle", { cx: 12, cy: 7, r: 4, fill: "#2b2418" }));
  }
}

const RED = "#c01818";
const DRAWN = {
  paint(pen, { spaces, letter }) {
    const fill = pen.color("paint", one => one.letter === letter);
    for (const name of spaces) {
      const shape = pen.view.shapes.get(name)?.cloneNode();
      if (!shape) continue;
      for (const attribute of ["id", "data-space", "class"]) shape.removeAttribute(attribute);
      shape.setAttribute("fill", fill);
      shape.setAttribute("fill-opacity", .85);
      pen.into.append(shape);
    }
  },
  line(pen, { sides, kind }) {
    pen.lines(sides, pen.color("line", one => one.kind === kind), 5);
  },
  erase_line(pen, { sides }) {
    pen.lines(sides, RED, 3, "2 5");
  },
  road(pen, { spaces, kind }) {
    const points = spaces.map(name => pen.space(name)).filter(Boolean);
    const route = { points: points.map(({ x, y }) => `${x},${y}`).join(" "), fill: "none", "stroke-linejoin": "round" };
    pen.add("polyline", { ...route, stroke: "#2b2418", "stroke-width": 4.4 });
    pen.add("polyline", { ...route, stroke: pen.color("road", one => one.kind === kind), "stroke-width": 2.6 });
  },
  erase_road(pen, { a, b }) {
    const [one, other] = [pen.space(a), pen.space(b)];
    pen.add("path", { d: `M${one.x} ${one.y}L${other.x} ${other.y}`, stroke: RED, "stroke-width": 3, "stroke-dasharray": "2 5" });
  },
  place(pen, { name, kind, space }) {
    const at = pen.space(space);
    if (!at) return;
    pen.sign("place", kind, at);
    pen.add("text", { x: at.x, y: at.y - 12, "text-anchor": "middle", "font-size": 11, "font-weight": "bold" }, name);
  },
  crossing(pen, { a, b, kind }) {
    const side = pen.side(a, b);
    if (side) pen.sign("crossing", kind, side, Math.atan2(side.y2 - side.y1, side.x2 - side.x1) * 180 / Math.PI + 90);
  },
  erase_crossing(pen, { a, b }) {
    const side = pen.side(a, b);
    if (side) pen.add("circle", { cx: side.x, cy: side.y, r: 10, fill: "none", stroke: RED, "stroke-width": 3 });
  },
  erase_place(pen, { name }) {
    const place = pen.view.placeNamed?.(name);
    if (place) pen.add("circle", { cx: place.x, cy: place.y, r: 12, fill: "none", stroke: RED, "stroke-width": 3 });
  },
};
