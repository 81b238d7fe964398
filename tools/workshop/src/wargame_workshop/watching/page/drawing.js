// The map with all strokes that the picture does not show yet, and what is doubtful about it.

import { sideKey } from "./geometry.js";

/** The strokes that still count: a stroke that was taken back before it was drawn does not. */
export function lasting(strokes) {
  const done = [];
  let undone = [];
  for (const stroke of strokes) {
    if (stroke.op === "undo") undone.push(...done.splice(-1));
    else if (stroke.op === "redo") done.push(...undone.splice(-1));
    else {
      done.push(stroke);
      undone = [];
    }
  }
  return done;
}

export class Drawing {
  constructor(board, geometry, strokes) {
    this.geometry = geometry;
    this.letters = [...board.letters];
    this.lines = board.lines.map(line => ({ ...line, sides: new Set(line.sides.map(([a, b]) => sideKey(a, b))) }));
    this.roads = board.roads.map(road => ({ ...road }));
    this.crossings = board.crossings.map(one => ({ ...one, side: sideKey(...one.side) }));
    this.places = board.places.map(place => ({ ...place }));
    this.bars = new Map(board.palette.line.map(one => [one.kind, one.bars]));
    for (const stroke of lasting(strokes)) this[stroke.op]?.(stroke.args);
  }

  number(name) {
    return this.geometry.numbers.get(name);
  }

  key(a, b) {
    return sideKey(this.number(a), this.number(b));
  }

  paint({ spaces, letter }) {
    for (const space of spaces) this.letters[this.number(space)] = letter;
  }

  line({ name, kind, sides }) {
    let line = this.lines.find(one => one.name === name && one.kind === kind);
    if (!line) this.lines.push(line = { name, kind, bars: this.bars.get(kind) ?? true, sides: new Set() });
    for (const [a, b] of sides) line.sides.add(this.key(a, b));
  }

  erase_line({ sides }) {
    for (const [a, b] of sides) for (const line of this.lines) line.sides.delete(this.key(a, b));
  }

  road({ spaces, kind, name = "" }) {
    this.roads.push({ name, kind, spaces: spaces.map(space => this.number(space)) });
  }

  erase_road({ a, b }) {
    const at = this.roads.findLastIndex(road => stepsOf(road).includes(this.key(a, b)));
    if (at >= 0) this.roads.splice(at, 1);
  }

  place({ name, kind, space }) {
    this.places = this.places.filter(place => place.name !== name);
    this.places.push({ name, kind, space: this.number(space) });
  }

  rename_place({ old, name }) {
    for (const place of this.places) if (place.name === old) place.name = name;
  }

  erase_place({ name }) {
    this.places = this.places.filter(place => place.name !== name);
  }

  crossing({ a, b, name, kind }) {
    this.erase_crossing({ a, b });
    this.crossings.push({ name, kind, side: this.key(a, b) });
  }

  erase_crossing({ a, b }) {
    this.crossings = this.crossings.filter(one => one.side !== this.key(a, b));
  }

  placeIn(space) {
    return this.places.find(place => place.space === space);
  }

  /** Of a side, the river or the like along it. */
  lineAt(side) {
    return this.lines.find(line => line.sides.has(side));
  }

  /** The sides at which a road runs over what bars it without a crossing, each with the line. */
  unbridged() {
    const bridged = new Set(this.crossings.map(one => one.side)), found = new Map();
    for (const road of this.roads) for (const side of stepsOf(road)) {
      const line = bridged.has(side) ? undefined : this.lines.find(one => one.bars && one.sides.has(side));
      if (line) found.set(side, line);
    }
    return found;
  }

  /** The spaces of one terrain around a space. */
  sameAround(space) {
    const letter = this.letters[space], found = new Set([space]);
    for (const one of found) for (const other of this.geometry.neighbours[one])
      if (this.letters[other] === letter) found.add(other);
    return [...found];
  }

  /** A name that nothing else of a list has. */
  newName(stem, things) {
    const names = new Set(things.map(thing => thing.name));
    for (let number = 1; ; number++) {
      const name = number === 1 ? stem : `${stem} ${number}`;
      if (!names.has(name)) return name;
    }
  }
}

function stepsOf(road) {
  return road.spaces.slice(1).map((space, n) => sideKey(road.spaces[n], space));
}
