// A picture below the map is fitted to it by three clicks: on the middles of three spaces that lie far apart.

/** The space for which a number is the greatest. */
function farthest(geometry, number) {
  return geometry.spaces.reduce((best, one, space) => number(one) > number(geometry.spaces[best]) ? space : best, 0);
}

/** Scale and shift from pixels to the units of the map that fit pairs of them best, and how far the worst is off. */
function fitted(pairs) {
  const mean = values => values.reduce((sum, value) => sum + value, 0) / values.length;
  const pixel = mean(pairs.map(([one]) => one)), unit = mean(pairs.map(([, other]) => other));
  const spread = pairs.reduce((sum, [one]) => sum + (one - pixel) ** 2, 0);
  const scale = pairs.reduce((sum, [one, other]) => sum + (one - pixel) * (other - unit), 0) / spread;
  const shift = unit - scale * pixel;
  return { scale, shift, off: Math.max(...pairs.map(([one, other]) => Math.abs(scale * one + shift - other))) };
}

export class Fitting {
  constructor(geometry, underlay) {
    this.geometry = geometry;
    this.underlay = underlay;
    this.spaces = [({ x, y }) => -x - y, ({ x, y }) => x - y, ({ x, y }) => y - x].map(number => farthest(geometry, number));
    this.clicks = [];
  }

  get question() {
    const space = this.geometry.names[this.spaces[this.clicks.length]];
    return `Click on the picture where the middle of ${space} is printed (${this.clicks.length + 1} of 3; Escape ends this).`;
  }

  /** Take a click on the picture, which lies in a box of the map; whether it was the last. */
  click(point, box) {
    const [wide, high] = this.underlay.size;
    this.clicks.push({ x: (point.x - box.x) / box.width * wide, y: (point.y - box.y) / box.height * high });
    return this.clicks.length === 3;
  }

  /** The stroke that lays the picture so, or a sentence that says why the clicks do not fit. */
  get result() {
    const { names, spaces } = this.geometry, pairs = axis => fitted(this.clicks.map((click, n) => [click[axis], spaces[this.spaces[n]][axis]]));
    const x = pairs("x"), y = pairs("y");
    if (!(x.scale > 0 && y.scale > 0) || Math.max(x.off, y.off) > 15)
      return "These three clicks do not fit: the picture is turned, or a click was on another space. Try again.";
    const ends = [this.spaces[0], farthest(this.geometry, one => one.x + one.y)];
    const at = ends.map(space => [names[space], Math.round((spaces[space].x - x.shift) / x.scale), Math.round((spaces[space].y - y.shift) / y.scale)]);
    return { op: "fit", args: { file: this.underlay.file, at } };
  }
}
