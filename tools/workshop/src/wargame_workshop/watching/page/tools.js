// The tools of the palette. Each draws from one point to the next and then has one stroke, or several, or none.

import { between } from "./geometry.js";

const SNAP = 27;

/** A drag as the spaces it went through, each once. */
class Spaces {
  constructor(desk) {
    this.desk = desk;
    this.found = [];
  }

  reach(point) {
    const space = this.desk.geometry.space(point);
    if (space >= 0 && !this.found.includes(space)) this.found.push(space);
  }

  get names() {
    return this.found.map(space => this.desk.geometry.names[space]);
  }
}

/** A drag as nodes that are beside each other; going back one step takes it back. */
class Way {
  constructor(nearest, fill) {
    this.nearest = nearest;
    this.fill = fill;
    this.nodes = [];
  }

  /** Whether a node between two that are beside each other is left out. */
  isDetour(_before, _last, _node) {
    return false;
  }

  reach(point) {
    const node = this.nearest(point), last = this.nodes.at(-1);
    if (node < 0 || node === last) return;
    if (last === undefined) this.nodes.push(node);
    else if (this.nodes.at(-2) === node) this.nodes.pop();
    else if (this.isDetour(this.nodes.at(-2), last, node)) this.nodes.splice(-1, 1, node);
    else this.nodes.push(...this.fill(last, node));
  }
}

class Paint extends Spaces {
  get stroke() {
    const { kind, letter } = this.desk.kind("paint") ?? {};
    if (!this.found.length || !kind) return null;
    if (this.desk.state.board.areas) return { op: "area_kind", args: { spaces: this.names, kind } };
    return { op: "paint", args: { spaces: this.names, letter } };
  }
}

/** A click takes the land up to the rivers, a drag only the spaces that it goes through. */
class Region extends Spaces {
  get stroke() {
    const region = this.desk.kind("region")?.kind, { geometry, drawing, state } = this.desk;
    if (!this.found.length || !region) return null;
    const found = this.found.length === 1 && !state.board.areas ? drawing.landAround(this.found[0]) : this.found;
    return { op: "region", args: { spaces: found.map(space => geometry.names[space]), region } };
  }
}

class Fill extends Paint {
  reach(point) {
    const space = this.desk.geometry.space(point);
    if (space >= 0) this.found = this.desk.drawing.sameAround(space);
  }
}

class Line extends Way {
  constructor(desk) {
    super(point => desk.geometry.corner(point), (a, b) => desk.geometry.wayOfCorners(a, b));
    this.desk = desk;
  }

  get stroke() {
    const { geometry } = this.desk, sides = [];
    for (let n = 1; n < this.nodes.length; n++) {
      const { a, b } = geometry.sides[geometry.sideBetween(this.nodes[n - 1], this.nodes[n])];
      sides.push([geometry.names[a], geometry.names[b]]);
    }
    const { kind } = this.desk.kind("line");
    return sides.length ? { op: "line", args: { name: this.desk.lineName(), kind, sides } } : null;
  }
}

class Road extends Way {
  constructor(desk) {
    super(point => this.snapped(point), (a, b) => desk.geometry.wayOfSpaces(a, b));
    this.desk = desk;
  }

  isDetour(before, last, node) {
    return before !== undefined && this.desk.geometry.neighbours[before].includes(node) && !this.desk.drawing.placeIn(last);
  }

  /** The space of a town near a point, or else the space that has the point. */
  snapped(point) {
    const { geometry, drawing } = this.desk, own = geometry.space(point);
    if (own < 0 || drawing.placeIn(own)) return own;
    const town = geometry.neighbours[own].find(space => drawing.placeIn(space)
      && Math.hypot(geometry.spaces[space].x - point.x, geometry.spaces[space].y - point.y) < SNAP);
    return town ?? own;
  }

  get stroke() {
    const spaces = this.nodes.map(space => this.desk.geometry.names[space]), name = this.desk.roadName();
    const { kind } = this.desk.kind("road");
    return spaces.length > 1 ? { op: "road", args: { spaces, kind, ...name && { name } } } : null;
  }
}

/** Puts the chosen terrain, unit or general of a battle on hexes. */
class Stamp extends Spaces {
  get stroke() {
    const { file } = this.desk.board, { kind } = this.desk.kind("stamp");
    return this.found.length ? { op: "stamp", args: { file, kind, spaces: this.names } } : null;
  }
}

/** Moves what stands on the first space to the last. */
class Move extends Spaces {
  reach(point) {
    const space = this.desk.geometry.space(point);
    if (space >= 0) this.found = [this.found[0] ?? space, space];
  }

  get stroke() {
    const [a, b] = this.names;
    return a === b ? null : { op: "move_stamp", args: { file: this.desk.board.file, a, b } };
  }
}

class Join extends Way {
  /** Whether the last point lies on an area. */
  onArea = false;

  constructor(desk) {
    super(point => desk.geometry.space(point), (_, b) => [b]);
    this.desk = desk;
  }

  reach(point) {
    this.onArea = this.nearest(point) >= 0;
    super.reach(point);
  }

  end() {
    if (!this.onArea) this.desk.say("There is no area where you let go: a join runs from area to area. Make the area first, with the tool Area.");
    else if (this.nodes.length < 2) this.desk.say("A join runs from one area to another: drag from the one to the other.");
  }

  get stroke() {
    const spaces = this.nodes.map(space => this.desk.geometry.names[space]);
    return spaces.length > 1 ? { op: "join", args: { spaces, kind: this.desk.kind("road").kind } } : null;
  }
}

/** A click makes or names an area; a drag moves one. */
class Area {
  first;
  last;
  area;

  constructor(desk) {
    this.desk = desk;
  }

  reach(point) {
    this.first ??= point;
    this.area ??= this.desk.geometry.space(point);
    this.last = point;
  }

  get stroke() {
    const { areas } = this.desk.board, { unit } = areas, { first, last } = this;
    if (this.area < 0 || Math.hypot(last.x - first.x, last.y - first.y) < 8) return null;
    const [x, y] = areas.at[this.area], at = [x + (last.x - first.x) / unit, y + (last.y - first.y) / unit].map(hundredths);
    return { op: "move_area", args: { area: this.desk.geometry.names[this.area], at } };
  }

  end() {
    if (this.stroke) return;
    if (this.area >= 0) this.desk.nameSpace(this.area);
    else this.desk.nameNewArea(this.last);
  }
}

const hundredths = number => Math.round(number * 100) / 100;

class Crossing {
  constructor(desk) {
    this.desk = desk;
  }

  reach(point) {
    this.side = this.desk.geometry.side(point);
  }

  get stroke() {
    return this.side >= 0 ? this.desk.crossingOn(this.side, this.desk.kind("crossing").kind) : null;
  }
}

class Place {
  constructor(desk) {
    this.desk = desk;
  }

  reach(point) {
    this.space = this.desk.geometry.space(point);
  }

  stroke = null;

  end() {
    if (this.space >= 0) this.desk.nameSpace(this.space);
  }
}

/** Moves the counter in the first space, or else the chosen one, to the last space. */
class Counter {
  first;
  last;

  constructor(desk) {
    this.desk = desk;
  }

  reach(point) {
    this.last = this.desk.geometry.space(point);
    this.first ??= this.last;
  }

  get stroke() {
    const { desk, first, last } = this;
    const counter = desk.counters.find(one => one.space === first && first !== last) ?? desk.counters[desk.palette.counter];
    if (!counter || last < 0) return null;
    const where = counter.by_place ? desk.drawing.placeIn(last)?.name : desk.geometry.names[last];
    return where ? { op: "unit", args: { file: counter.file, unit: counter.unit, where } } : null;
  }
}

/** Takes away what is nearest: a crossing, a line along a side, a road, a place. */
class Erase {
  point;

  constructor(desk) {
    this.desk = desk;
    this.sides = [];
  }

  reach(point) {
    const { geometry } = this.desk, side = geometry.side(point);
    this.point ??= point;
    if (side >= 0 && this.desk.lineOn(side) && !this.sides.includes(side)) this.sides.push(side);
  }

  get stroke() {
    if (this.desk.board.areas) return this.areaOrJoin();
    if (this.desk.board.file) return this.stamp();
    const { geometry, drawing } = this.desk, named = side => [geometry.sides[side].a, geometry.sides[side].b].map(n => geometry.names[n]);
    const first = geometry.side(this.point), space = geometry.space(this.point);
    const near = first >= 0 ? named(first) : null;
    if (this.sides.length < 2 && near && drawing.crossings.some(one => one.side === drawing.key(...near)))
      return { op: "erase_crossing", args: { a: near[0], b: near[1] } };
    if (this.sides.length) return { op: "erase_line", args: { sides: this.sides.map(named) } };
    const place = drawing.placeIn(space), centre = geometry.spaces[space];
    if (place && Math.hypot(centre.x - this.point.x, centre.y - this.point.y) < 11)
      return { op: "erase_place", args: { name: place.name } };
    return this.road();
  }

  stamp() {
    const { geometry, board } = this.desk, space = geometry.space(this.point);
    return space < 0 ? null : { op: "erase_stamp", args: { file: board.file, spaces: [geometry.names[space]] } };
  }

  areaOrJoin() {
    const { geometry } = this.desk, space = geometry.space(this.point), centre = geometry.spaces[space];
    const isOnArea = space >= 0 && Math.hypot(centre.x - this.point.x, centre.y - this.point.y) < 14;
    if (isOnArea || geometry.named(this.point) >= 0)
      return { op: "erase_area", args: { area: geometry.names[space] } };
    const best = this.nearestRoad();
    return best && { op: "erase_join", args: best };
  }

  road() {
    const best = this.nearestRoad();
    return best && { op: "erase_road", args: { a: best.a, b: best.b } };
  }

  /** The road whose step runs nearest to the point. */
  nearestRoad() {
    const { geometry, drawing } = this.desk;
    let best = null, least = 9;
    for (const road of drawing.roads) for (let n = 1; n < road.spaces.length; n++) {
      const [a, b] = [road.spaces[n - 1], road.spaces[n]].map(space => geometry.names[space]);
      const away = offLine(this.point, ...this.drawnLine(road, a, b));
      if (away < least) [best, least] = [{ a, b, kind: road.kind }, away];
    }
    return best;
  }

  /** The two ends of a step of a road as it is drawn: joins of several kinds lie beside each other, in their order. */
  drawnLine(road, a, b) {
    const { geometry, drawing, board } = this.desk, [low, high] = [a, b].map(name => drawing.number(name)).sort((x, y) => x - y);
    const [start, end] = [geometry.spaces[low], geometry.spaces[high]];
    if (!board.areas) return [start, end];
    const kinds = drawing.roadsAlong(a, b).map(one => one.kind).sort();
    const offset = (kinds.indexOf(road.kind) - (kinds.length - 1) / 2) * board.areas.apart;
    const [dx, dy] = [end.x - start.x, end.y - start.y], length = Math.hypot(dx, dy) || 1;
    return [start, end].map(({ x, y }) => ({ x: x - dy / length * offset, y: y + dx / length * offset }));
  }
}

function offLine(point, a, b) {
  const dx = b.x - a.x, dy = b.y - a.y;
  const part = Math.min(1, Math.max(0, ((point.x - a.x) * dx + (point.y - a.y) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(a.x + part * dx - point.x, a.y + part * dy - point.y);
}

/**
 * By name: the letter of the keyboard, the word on its button, what to do, what the keyboard goes along, the tool, and
 * the strokes of which a kind of map must have one.
 */
export const TOOLS = {
  look: { key: "v", word: "Look", hint: "Double-click a space to name the town in it. Drag scrolls.", areas: "Double-click an area to rename it. Drag scrolls.", board: "Drag scrolls.", on: "space" },
  paint: { key: "b", word: "Paint", hint: "Choose a terrain, then drag over spaces.", on: "space", tool: Paint, strokes: ["paint", "area_kind"] },
  fill: { key: "f", word: "Fill", hint: "Click: all spaces around that have the same terrain get the chosen one.", on: "space", tool: Fill, strokes: ["paint"] },
  stamp: { key: "p", word: "Put", hint: "Choose a terrain, unit or general, then click its hex, or drag over several.", on: "space", tool: Stamp, strokes: ["stamp"] },
  move: { key: "m", word: "Move", hint: "Drag a unit, general or tile to another hex.", on: "space", tool: Move, strokes: ["move_stamp"] },
  area: { key: "a", word: "Area", hint: "Click free ground for another area; click an area to name it; drag one to move it.", on: "ground", tool: Area, strokes: ["area"] },
  join: { key: "j", word: "Join", hint: "Drag from area to area; a long drag joins them all in a chain. Another kind over a join changes it.", on: "space", tool: Join, strokes: ["join"] },
  line: { key: "r", word: "River", hint: "Drag along the sides of spaces; going back takes a side back.", on: "corner", tool: Line, strokes: ["line"] },
  road: { key: "d", word: "Road", hint: "Drag from space to space; near a town the road goes to it.", on: "space", tool: Road, strokes: ["road"] },
  crossing: { key: "c", word: "Crossing", hint: "Click a side with a river.", on: "side", tool: Crossing, strokes: ["crossing"] },
  place: { key: "t", word: "Town", hint: "Click a space, then type the name.", on: "space", tool: Place, strokes: ["place"] },
  region: { key: "g", word: "Region", hint: "Choose a region. A click takes the land up to the rivers, a drag only the spaces it goes through.", areas: "Choose a region, then click the areas of it, or drag over them.", on: "space", tool: Region, strokes: ["region"] },
  counter: { key: "u", word: "Counter", hint: "Choose a counter, then click its space; or drag it. Some begin at a named place only.", on: "space", tool: Counter, strokes: ["paint", "area"] },
  erase: { key: "e", word: "Erase", hint: "Click what shall go: a crossing, road or town; or drag along a river.", areas: "Click the area or the join that shall go.", board: "Click the unit, general or tile that shall go.", on: "side", tool: Erase, strokes: ["erase_road", "erase_area", "erase_stamp"] },
};

/** What to do with a tool on a board: its own words for maps of `areas` and for the `board` of a battle, if it has some. */
export function hintOf(name, board, kinds) {
  const { hint, areas, board: battle } = TOOLS[name];
  if (name === "region" && !kinds.region.length) return "Type the name of a region and press Add.";
  return board?.areas && areas || board?.file && battle || hint;
}

/** The parts of the palette that a tool chooses from. */
export const KINDS_OF = { fill: "paint", area: "paint", join: "road" };

/** One movement of the mouse, a finger or the keyboard, from press to release. */
export class Gesture {
  constructor(desk, tool, point) {
    this.tool = new tool(desk);
    this.last = point;
    this.tool.reach(point);
  }

  move(point) {
    for (const step of between(this.last, point)) this.tool.reach(step);
    this.last = point;
  }
}
