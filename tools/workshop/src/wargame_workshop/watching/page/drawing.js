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

/** The board of a map of areas with the areas that the picture does not show yet, and where they lie. */
export function withAreas(board, strokes) {
  if (!board.areas) return board;
  const { zero, unit } = board.areas, [spaces, places] = [[...board.spaces], [...board.places]];
  const areas = { ...board.areas, kinds: [...board.areas.kinds], at: [...board.areas.at], outlines: [...board.areas.outlines] };
  const lay = (number, id, at) => {
    const [x, y] = at.map((part, axis) => zero[axis] + part * unit), [, oldX = x, oldY = y] = spaces[number] ?? [];
    areas.outlines[number] = areas.outlines[number]?.map(([a, b]) => [a + x - oldX, b + y - oldY]) ?? circle(x, y, unit / 2);
    areas.at[number] = at;
    spaces[number] = [id, x, y];
  };
  for (const { op, args } of lasting(strokes)) {
    const number = spaces.findIndex(([id]) => id === args.area);
    if (op === "area" && !spaces.some(([id]) => id === args.id)) {
      places.push({ name: args.name, kind: "area", space: spaces.length });
      areas.kinds.push(args.kind);
      lay(spaces.length, args.id, args.at);
    } else if (op === "move_area" && number >= 0) lay(number, args.area, args.at);
    else if (op === "erase_area" && number >= 0) lay(number, args.area, [-1000, -1000]);
  }
  return { ...board, areas, spaces, places };
}

const circle = (x, y, size) => Array.from({ length: 12 }, (_, n) => [x + size * Math.cos(n * Math.PI / 6), y + size * Math.sin(n * Math.PI / 6)]);

export class Drawing {
  constructor(board, geometry, strokes) {
    this.geometry = geometry;
    this.letters = [...board.areas?.kinds ?? board.letters];
    this.regions = board.spaces.map((_, space) => board.regions[space] ?? "");
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

  area_kind({ spaces, kind }) {
    this.paint({ spaces, letter: kind });
  }

  region({ spaces, region }) {
    if (!this.regions.some(Boolean) && !this.geometry.outlines.length) this.regions.fill(region);
    for (const space of spaces) this.regions[this.number(space)] = region;
  }

  rename_area({ area, name }) {
    for (const place of this.places) if (place.space === this.number(area)) place.name = name;
  }

  join({ spaces, kind }) {
    for (let n = 1; n < spaces.length; n++) {
      const [a, b] = [spaces[n - 1], spaces[n]];
      this.roads = this.roads.filter(road => sideKey(...road.spaces) !== this.key(a, b));
      this.roads.push({ name: "", kind, spaces: [this.number(a), this.number(b)] });
    }
  }

  erase_join({ a, b, kind }) {
    this.roads = this.roads.filter(road => road.kind !== kind || sideKey(...road.spaces) !== this.key(a, b));
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

  /** What a reader calls a space of a map of areas: its name. */
  label(space) {
    return this.placeIn(space)?.name ?? this.geometry.names[space];
  }

  /** The roads or joins that run from one space to another, beside each other. */
  roadsAlong(a, b) {
    return this.roads.filter(road => stepsOf(road).includes(this.key(a, b)));
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
    return this.around(space, (one, other) => this.letters[other] === this.letters[one]);
  }

  /** The spaces around a space as far as the rivers. */
  landAround(space) {
    const rivers = this.lines.filter(line => line.kind === "river");
    return this.around(space, (one, other) => !rivers.some(line => line.sides.has(sideKey(one, other))));
  }

  around(space, leads) {
    const found = new Set([space]);
    for (const one of found) for (const other of this.geometry.neighbours[one]) if (leads(one, other)) found.add(other);
    return [...found];
  }

  /** Why a place cannot have a name, beside its old one; "" where it can. */
  mistakeOfName(name, oldName) {
    const plain = word => word.trim().toLowerCase();
    if (!name) return "Type a name.";
    const same = this.places.find(place => place.name !== oldName && plain(place.name) === plain(name));
    return same ? `There is a place ${same.name} already. Type another name.` : "";
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
