// What the status line says about a stroke: what was erased or changed, and how far a region reaches.

const REPORTS = {
  erase_area: ({ area }, drawing) => `Erased: ${drawing.label(drawing.number(area))} and its joins.`,
  erase_join: ({ a, b, kind }, drawing) => `Erased: ${kind} between ${drawing.label(drawing.number(a))} and ${drawing.label(drawing.number(b))}.`,
  erase_road({ a, b }, drawing) {
    const road = drawing.roadsAlong(a, b).at(-1);
    return road ? `Erased: the whole ${road.kind}${road.name ? ` ${road.name}` : ""}.` : "";
  },
  erase_line({ sides }, drawing) {
    const lines = new Set(sides.map(([a, b]) => drawing.lineAt(drawing.key(a, b))).filter(Boolean).map(line => line.name || line.kind));
    return `Erased: ${sides.length === 1 ? "a side" : `${sides.length} sides`} of ${[...lines].join(" and ")}.`;
  },
  erase_place: ({ name }) => `Erased: ${name}.`,
  erase_crossing({ a, b }, drawing) {
    const old = drawing.crossings.find(one => one.side === drawing.key(a, b));
    return old ? `Erased: ${old.name}.` : "";
  },
  erase_stamp: ({ spaces }) => `Erased: what lay uppermost on ${spaces.join(", ")}.`,
  crossing({ a, b, kind }, drawing) {
    const old = drawing.crossings.find(one => one.side === drawing.key(a, b));
    return old?.kind === kind ? `${old.name} is there already. Choose another kind to change it.` : "";
  },
  join({ spaces, kind }, drawing) {
    const changed = [];
    for (let n = 1; n < spaces.length; n++) {
      const [a, b] = [spaces[n - 1], spaces[n]], old = drawing.roadsAlong(a, b);
      if (old.length === 1 && old[0].kind !== kind)
        changed.push(`${drawing.label(drawing.number(a))} and ${drawing.label(drawing.number(b))} are joined by ${kind} instead of ${old[0].kind}.`);
    }
    return changed.join(" ");
  },
  region({ spaces, region }, drawing, { areas }) {
    if (areas || spaces.length === 1) return "";
    if (spaces.length === drawing.regions.length) return `${region} has the whole map: no river parts it from the rest.`;
    return `${region} gets ${spaces.length} spaces.`;
  },
};

/** A sentence about a stroke that is about to be drawn, by the drawing before it; "" where there is nothing to say. */
export function reportOf({ op, args }, drawing, board) {
  const report = REPORTS[op]?.(args, drawing, board) ?? "";
  return report && op.startsWith("erase") ? `${report} Undo (Ctrl+Z) brings it back.` : report;
}
