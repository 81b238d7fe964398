// Where a picture lies below the map, and how three clicks on it fit it: on the middles of three spaces far apart.

const WIDE = 24;  // units of a map of areas that a picture takes which is not fitted yet
const MOST_TURNED = 10, MOST_SKEWED = 4;  // degrees

/** The space for which a number is the greatest. */
function farthest(geometry, number) {
  return geometry.spaces.reduce((best, one, space) => number(one) > number(geometry.spaces[best]) ? space : best, 0);
}

/** What takes the pixels of a picture to the units of the map, by pairs of points; null where they say too little. */
function fitted(pairs) {
  const [[p, a], [q, b], third] = pairs;
  if (!third) {
    const across = q.x !== p.x && b.x !== a.x ? (b.x - a.x) / (q.x - p.x) : 0;
    const down = q.y !== p.y && b.y !== a.y ? (b.y - a.y) / (q.y - p.y) : 0;
    const x = across || down, y = down || across;
    return x && y ? new DOMMatrix([x, 0, 0, y, a.x - p.x * x, a.y - p.y * y]) : null;
  }
  const [r, c] = third, pixels = new DOMMatrix([q.x - p.x, q.y - p.y, r.x - p.x, r.y - p.y, p.x, p.y]);
  const units = new DOMMatrix([b.x - a.x, b.y - a.y, c.x - a.x, c.y - a.y, a.x, a.y]);
  return Math.abs(pixels.a * pixels.d - pixels.b * pixels.c) > 1 ? units.multiply(pixels.inverse()) : null;
}

/**
 * What takes the pixels of the picture to the units of the map: two or three spaces of it lie where they are on the
 * map; without them it lies over the whole map, and on a map of areas from [0, 0].
 */
export function matrixOf({ at, size: [wide, high] }, board) {
  const middles = new Map(board.spaces.map(([name, x, y]) => [name, { x, y }]));
  const pairs = Object.entries(at).filter(([name]) => middles.has(name)).map(([name, [x, y]]) => [{ x, y }, middles.get(name)]);
  const matrix = pairs.length > 1 ? fitted(pairs) : null;
  if (matrix) return matrix;
  if (board.areas) {
    const { zero: [x, y], unit } = board.areas, scale = WIDE * unit / wide;
    return new DOMMatrix([scale, 0, 0, scale, x, y]);
  }
  const [x, y, width, height] = board.box;
  return new DOMMatrix([width / wide, 0, 0, height / high, x, y]);
}

/** The corners of the picture in units of the map. */
export function cornersOf(underlay, board) {
  const [wide, high] = underlay.size, matrix = matrixOf(underlay, board);
  return [[0, 0], [wide, 0], [0, high], [wide, high]].map(([x, y]) => new DOMPoint(x, y).matrixTransform(matrix));
}

/** Whether a picture is so little turned and skewed as one that lay on a scanner. */
function isFlat({ a, b, c, d }) {
  const turned = Math.atan2(b, a) * 180 / Math.PI, upright = Math.atan2(-c, d) * 180 / Math.PI, ratio = Math.hypot(a, b) / Math.hypot(c, d);
  return Math.abs(turned) < MOST_TURNED && Math.abs(turned - upright) < MOST_SKEWED && ratio > .5 && ratio < 2;
}

export class Fitting {
  constructor(geometry, underlay, board) {
    this.geometry = geometry;
    this.underlay = underlay;
    this.matrix = matrixOf(underlay, board);
    this.spaces = [({ x, y }) => -x - y, ({ x, y }) => x - y, ({ x, y }) => y - x].map(number => farthest(geometry, number));
    this.clicks = [];
  }

  /** Whether three spaces lie apart, which a picture is fitted by. */
  get isPossible() {
    return new Set(this.spaces).size === 3;
  }

  get question() {
    const space = this.geometry.names[this.spaces[this.clicks.length]];
    return `Click on the picture where the middle of ${space} is printed (${this.clicks.length + 1} of 3; Escape ends this).`;
  }

  /** Take a click on the picture; whether it was the last. */
  click({ x, y }) {
    this.clicks.push(new DOMPoint(x, y).matrixTransform(this.matrix.inverse()));
    return this.clicks.length === 3;
  }

  /** The stroke that lays the picture so, or a sentence that says why the clicks do not fit. */
  get result() {
    const { names, spaces } = this.geometry, matrix = fitted(this.clicks.map((click, n) => [click, spaces[this.spaces[n]]]));
    if (!matrix || !isFlat(matrix))
      return "These three clicks do not fit: the picture is turned far, or a click was on another space. Try again.";
    const at = this.clicks.map(({ x, y }, n) => [names[this.spaces[n]], Math.round(x), Math.round(y)]);
    return { op: "fit", args: { file: this.underlay.file, at } };
  }
}
