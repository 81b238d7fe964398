// Moves are shown from the references of events: along the path where there is one, at once where people want no motion.

import { transformOf } from "./board.js";

const STEP = 250;
const LONGEST = 1200;

/** The ways that the events of an update tell of: piece and places, in order. */
export function waysOf(events) {
  const ways = new Map();
  for (const { about } of events) {
    if (!about?.pieces || !about.to || about.to === "off") continue;
    const path = about.path ?? [about.from, about.to].filter(Boolean);
    for (const piece of about.pieces) ways.set(piece, [...(ways.get(piece) ?? []), ...path]);
  }
  return ways;
}

/** Move pieces from where they were to where they are now. `before` are the rows of the pieces before the update. */
export function animate(board, before, ways) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden) return;
  for (const [id, path] of ways) {
    const group = board.pieces.get(id);
    const old = before[id];
    const now = board.state.pieces[id];
    if (!group || !old || !now || old.x === undefined || now.x === undefined) continue;
    const between = path.slice(1, -1).map((place) => board.spaces.get(place)?.at).filter(Boolean);
    const points = [[old.x, old.y], ...between, [now.x, now.y]];
    if (points.length === 2 && points[0].join() === points[1].join()) continue;
    for (const running of group.getAnimations()) running.cancel();
    group.animate(
      points.map(([x, y]) => ({ transform: transformOf(x, y, now.scale) })),
      { duration: Math.min(LONGEST, STEP * (points.length - 1) + 150), easing: "ease-in-out" },
    );
  }
}
