// A curve from turn to turn as a picture: of points, or of chances. Loaded with the end of a game.

import { svg } from "./elements.js";
import { phrase } from "./phrases.js";
import { shortName } from "./status_strip.js";

const [WIDE, HIGH, LEFT, RIGHT, TOP, FOOT] = [640, 210, 38, 150, 14, 28]; // of the curve, and its margins
const ROOM = 22; // between the names at the ends of lines
const TICKS = 12; // turns that are named below the curve

/**
 * The curve of the score: for each side its corners, how far the game had come and the points, both from 0 to 1; and the turns.
 * @param {import("./messages").CourseOfGame["rows"]} rows
 */
export function curveOf(rows, highestPoints = 0) {
  const lastKnown = Math.max(1, rows.at(-1)?.known ?? 1);
  const sides = [...new Set(rows.flatMap(({ points }) => Object.keys(points)))];
  const allPoints = rows.flatMap(({ points }) => Object.values(points));
  const [leastPoints, mostPoints] = [Math.min(0, ...allPoints), Math.max(1, highestPoints, ...allPoints)];
  const shareOfHeight = (points) => (points - leastPoints) / (mostPoints - leastPoints);
  const lines = sides.map((side) => {
    const rowsOfSide = rows.filter(({ points }) => side in points);
    return { side, points: rowsOfSide.at(-1)?.points[side] ?? 0, corners: rowsOfSide.map(({ known, points }) => [known / lastKnown, shareOfHeight(points[side])]) };
  });
  const turns = rows.filter(({ turn }, number) => turn && turn !== rows[number - 1]?.turn);
  const tickStep = Math.ceil(turns.length / TICKS);
  return { lines, least: leastPoints, most: mostPoints, turns: turns.filter((_, number) => number % tickStep === 0).map(({ turn, known }) => ({ turn, at: known / lastKnown })) };
}

/**
 * A curve from turn to turn as a picture; a click in it replays from there. Null where there is nothing to draw.
 * @param {import("./messages").CourseOfGame["rows"]} rows
 * @param {{ label: string, titles: Record<string, string>, unit?: string, highest?: number, replay: (known: number) => void }} how
 */
export function curveSvg(rows, { label, titles, unit = "", highest = 0, replay }) {
  const { lines, least, most, turns } = curveOf(rows, highest);
  if (!lines.length || rows.length < 2) return null;
  const [x, y] = [(xShare) => LEFT + xShare * (WIDE - LEFT - RIGHT), (heightShare) => HIGH - FOOT - heightShare * (HIGH - FOOT - TOP)];
  const pointsText = lines.map(({ side, points }) => `${titles[side] ?? side} ${points}${unit}`).join(", ");
  const picture = svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": phrase("atTheEnd", { label, told: pointsText }) });
  for (const points of new Set([least, 0, most])) {
    const yOfPoints = y((points - least) / (most - least));
    picture.append(svg("path", { class: "grid", d: `M${LEFT} ${yOfPoints}H${WIDE - RIGHT}` }), words(points, { x: LEFT - 6, y: yOfPoints + 4, "text-anchor": "end" }));
  }
  for (const { turn, at } of turns) picture.append(words(turn, { x: x(at), y: HIGH - 8, "text-anchor": "middle" }), svg("path", { class: "grid", d: `M${x(at)} ${HIGH - FOOT}v5` }));
  lines.forEach(({ side, corners }, number) => {
    const steps = corners.map(([xShare, heightShare], cornerNumber) => (cornerNumber ? `H${x(xShare).toFixed(1)}V${y(heightShare).toFixed(1)}` : `M${x(xShare).toFixed(1)} ${y(heightShare).toFixed(1)}`)).join("");
    picture.append(svg("path", { class: "line", "data-side": side, "data-number": number, d: `${steps}H${x(1)}` }));
  });
  let lowestLabel = -Infinity;
  for (const { side, corners, points } of [...lines].sort((a, b) => b.points - a.points)) {
    lowestLabel = Math.max(lowestLabel + ROOM, y(corners.at(-1)[1]) + 4);
    picture.append(words(`${points}${unit} ${shortName(titles[side] ?? side)}`, { class: "end", "data-side": side, x: x(1) + 6, y: lowestLabel }));
  }
  picture.addEventListener("click", (event) => {
    const { left, width } = picture.getBoundingClientRect();
    const xShare = (((event.clientX - left) / width) * WIDE - LEFT) / (WIDE - LEFT - RIGHT);
    replay(Math.round(Math.max(0, Math.min(1, xShare)) * rows.at(-1).known));
  });
  return picture;
}

function words(text, attributes) {
  const textElement = svg("text", attributes);
  textElement.textContent = String(text);
  return textElement;
}
