// Where spaces, sides and corners are, and the nearest of them to a point; all in units of the picture.

const BUCKET = 40;
const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
export const sideKey = (a, b) => a < b ? `${a},${b}` : `${b},${a}`;

class Nearest {
  constructor(points) {
    this.points = points;
    this.buckets = new Map();
    points.forEach((point, index) => {
      const key = `${Math.floor(point.x / BUCKET)},${Math.floor(point.y / BUCKET)}`;
      this.buckets.set(key, [...this.buckets.get(key) ?? [], index]);
    });
  }

  /** The index of the nearest point that is at most `most` away, or -1. */
  at(point, most = BUCKET) {
    const column = Math.floor(point.x / BUCKET), row = Math.floor(point.y / BUCKET);
    let best = -1, least = most;
    for (let dx = -1; dx <= 1; dx++) for (let dy = -1; dy <= 1; dy++)
      for (const index of this.buckets.get(`${column + dx},${row + dy}`) ?? []) {
        const away = distance(this.points[index], point);
        if (away <= least) [best, least] = [index, away];
      }
    return best;
  }
}

/** Whether a line from a point to the right leaves an outline an odd number of times. */
function isInside({ x, y }, outline) {
  let inside = false;
  outline.forEach(([x1, y1], n) => {
    const [x2, y2] = outline.at(n - 1);
    if (y1 > y !== y2 > y && x < x1 + (y - y1) / (y2 - y1) * (x2 - x1)) inside = !inside;
  });
  return inside;
}

export class Geometry {
  /** `labels` are the names in the picture, as the view of the map has them. */
  constructor(board, labels = []) {
    this.labels = labels;
    this.names = board.spaces.map(([name]) => name);
    this.spaces = board.spaces.map(([, x, y]) => ({ x, y }));
    this.numbers = new Map(this.names.map((name, number) => [name, number]));
    this.neighbours = this.spaces.map(() => []);
    this.corners = [];
    this.along = [];  // by corner: the corners beside it, each with its side
    const corners = new Map();
    const corner = (x, y) => {
      const key = `${x.toFixed(1)},${y.toFixed(1)}`;
      if (!corners.has(key)) {
        corners.set(key, this.corners.length);
        this.corners.push({ x, y });
        this.along.push([]);
      }
      return corners.get(key);
    };
    this.sides = board.sides.map(([a, b, x1, y1, x2, y2], number) => {
      this.neighbours[a].push(b);
      this.neighbours[b].push(a);
      const from = corner(x1, y1), to = corner(x2, y2);
      this.along[from].push({ to, side: number });
      this.along[to].push({ to: from, side: number });
      return { a, b, x1, y1, x2, y2, x: (x1 + x2) / 2, y: (y1 + y2) / 2 };
    });
    for (const { spaces } of board.areas ? board.roads : []) {
      const [a, b] = spaces;
      if (!this.neighbours[a].includes(b)) {
        this.neighbours[a].push(b);
        this.neighbours[b].push(a);
      }
    }
    this.outlines = board.areas?.outlines ?? [];
    this.sideNumbers = new Map(this.sides.map(({ a, b }, number) => [sideKey(a, b), number]));
    this.near = { space: new Nearest(this.spaces), corner: new Nearest(this.corners), side: new Nearest(this.sides) };
  }

  /** The space at a point; in a map of areas, an area is also where its name is printed. */
  space(point) {
    const inside = this.outlines.findIndex(outline => isInside(point, outline));
    if (inside >= 0) return inside;
    const named = this.outlines.length ? this.named(point) : -1;
    return named >= 0 ? named : this.near.space.at(point, 30);
  }

  /** The space whose printed name has a point, or -1. */
  named({ x, y }) {
    const label = this.labels.find(one => x >= one.x && x <= one.x + one.width && y >= one.y && y <= one.y + one.height);
    return label ? this.near.space.at(label.of, 3) : -1;
  }

  side(point) {
    return this.near.side.at(point, 18);
  }

  corner(point) {
    return this.near.corner.at(point, 30);
  }

  /** The fewest steps between two nodes, the nearest to the straight line first; without the start. */
  way(start, goal, near, points) {
    const before = new Map([[start, -1]]);
    let front = [start];
    while (front.length && !before.has(goal)) {
      const next = [];
      for (const node of front) {
        const others = near(node).filter(other => !before.has(other));
        others.sort((a, b) => distance(points[a], points[goal]) - distance(points[b], points[goal]));
        for (const other of others) {
          before.set(other, node);
          next.push(other);
        }
      }
      front = next;
    }
    const way = [];
    for (let node = before.has(goal) ? goal : start; node !== start; node = before.get(node)) way.unshift(node);
    return way;
  }

  wayOfSpaces(start, goal) {
    return this.way(start, goal, space => this.neighbours[space], this.spaces);
  }

  wayOfCorners(start, goal) {
    return this.way(start, goal, corner => this.along[corner].map(one => one.to), this.corners);
  }

  /** The number of the side between two corners that are beside each other. */
  sideBetween(a, b) {
    return this.along[a].find(one => one.to === b).side;
  }
}

/** Points from one to another, close enough to miss no space. */
export function between(a, b) {
  const count = Math.max(1, Math.ceil(distance(a, b) / 8));
  return Array.from({ length: count }, (_, n) => {
    const part = (n + 1) / count;
    return { x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part };
  });
}
