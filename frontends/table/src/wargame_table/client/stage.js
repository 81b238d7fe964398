// What happens is played on the map: pieces march, arrows strike, dice fall, losses are told, cards lie on the table. Nothing of it takes a click.

import { transformOf } from "./board.js";
import { playedCards } from "./cards.js";
import { dieFace } from "./dice.js";
import { svg } from "./elements.js";
import { make, split } from "./state.js";

const STEP = 220;
const LONGEST = 1200;
const BESIDE = 13; // by how much the sign of a loss stands aside, so that it covers no arrow and no unit

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

export class Stage {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.dice = make("div", { class: "throw", "aria-hidden": "true" });
    this.cards = make("div", { class: "laid", "aria-hidden": "true" });
    /** Where the dice lie on the sheet, null where they are nobody's. @type {number[] | null} */
    this.thrown = null;
    board.element.append(this.dice, this.cards);
    board.moved = () => this.dice.hasChildNodes() && this.#place();
  }

  /** Whether somebody looks. */
  get isWatched() {
    return !document.hidden;
  }

  /** Whether people want motion; without it arrows, dice and signs stand still for the same time. */
  get moves() {
    return !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /**
   * Play a scene for so many milliseconds. `piecesBefore` are the rows of the pieces before it.
   * @param {ReturnType<typeof import("./scenes.js").sceneOf>} scene @param {Map<string, string[]>} ways @param {number} lasts
   */
  play(scene, piecesBefore, ways, lasts) {
    this.clear();
    if (!this.isWatched || lasts <= 0) return;
    if (this.moves) this.#march(piecesBefore, ways, lasts);
    const signs = [...scene.attacks.flatMap((attack) => this.#arrows(attack, piecesBefore)), ...scene.losses.flatMap((loss) => this.#bursts(loss, piecesBefore))];
    this.board.layers.shows.replaceChildren(...signs);
    const roller = this.#rollerOf(scene);
    this.#roll(scene.dice, roller ? this.#spotOf(roller, piecesBefore) : null, roller);
    this.lay(scene.played);
    clearTimeout(this.over);
    this.over = setTimeout(() => this.clear(), Math.max(lasts, 900));
  }

  clear() {
    clearTimeout(this.over);
    this.board.layers.shows.replaceChildren();
    this.dice.replaceChildren();
    this.cards.replaceChildren();
  }

  /** Where the scene is, for the map to come to. */
  spots(scene, piecesBefore, ways) {
    const roller = scene.dice.length ? this.#rollerOf(scene) : "";
    const dice = roller ? [this.#spotOf(roller, piecesBefore)] : [];
    const pieces = [...scene.attacks.flatMap(({ from, to }) => [...from, ...to]), ...scene.losses.flatMap((loss) => loss.pieces), ...ways.keys()];
    return [...dice, ...pieces.map((id) => this.#spot(id, piecesBefore))].filter(Boolean);
  }

  /** What the dice of a scene belong to; empty where they are nobody's. */
  #rollerOf(scene) {
    const target = scene.attacks[0]?.to[0];
    return target ? `piece:${target}` : scene.roller;
  }

  /** Where a piece or a place lies. */
  #spotOf(reference, piecesBefore) {
    const [kind, id] = split(reference);
    return kind === "piece" ? this.#spot(id, piecesBefore) : this.board.spaces.get(id)?.at ?? null;
  }

  #spot(id, piecesBefore) {
    const piece = piecesBefore[id] ?? this.board.state.pieces[id];
    if (!piece) return null;
    return piece.x !== undefined ? [piece.x, piece.y] : this.board.spaces.get(piece.at)?.at ?? null;
  }

  /** Pieces go from where they were to where they are now, and take no click on their way. */
  #march(piecesBefore, ways, lasts) {
    for (const [id, path] of ways) {
      const group = this.board.pieces.get(id);
      const [pieceBefore, pieceNow] = [piecesBefore[id], this.board.state.pieces[id]];
      if (!group || !pieceBefore || !pieceNow || pieceBefore.x === undefined || pieceNow.x === undefined) continue;
      const placesBetween = path.slice(1, -1).map((place) => this.board.spaces.get(place)?.at).filter(Boolean);
      const points = [[pieceBefore.x, pieceBefore.y], ...placesBetween, [pieceNow.x, pieceNow.y]];
      if (points.length === 2 && points[0].join() === points[1].join()) continue;
      for (const animation of group.getAnimations()) animation.cancel();
      group.setAttribute("data-marching", "");
      const marching = group.animate(points.map(([x, y]) => ({ transform: transformOf(x, y, pieceNow.scale) })), { duration: Math.min(LONGEST, lasts, STEP * (points.length - 1) + 150), easing: "ease-in-out" });
      const onArrival = () => group.removeAttribute("data-marching");
      marching.finished.then(onArrival, onArrival);
    }
  }

  #arrows({ from, to }, piecesBefore) {
    const endSpots = to.map((id) => this.#spot(id, piecesBefore)).filter(Boolean);
    return from.flatMap((id) => {
      const startSpot = this.#spot(id, piecesBefore);
      return startSpot ? endSpots.slice(0, 1).map((endSpot) => arrow(startSpot, endSpot, this.board.state.sideOf(id))) : [];
    });
  }

  #bursts({ pieces, count, gone }, piecesBefore) {
    return pieces.map((id) => this.#spot(id, piecesBefore)).filter(Boolean).map(([x, y]) => {
      const group = svg("g", { class: gone ? "burst gone" : "burst", transform: `translate(${x + BESIDE} ${y - BESIDE})` });
      const text = svg("text", { "text-anchor": "middle", y: 5 });
      text.textContent = gone ? "✕" : `−${count}`;
      group.append(svg("path", { d: star(15, 8) }), text);
      return group;
    });
  }

  #roll(dice, spot, roller) {
    if (!dice.length) return;
    const purposes = [...new Set(dice.map(({ for: purpose }) => purpose?.replaceAll("_", " ")).filter(Boolean))];
    const caption = purposes.join(", ") || (roller ? this.board.state.nameOf(roller) : "");
    this.dice.replaceChildren(...dice.slice(0, 12).map(({ face, hit }) => dieFace(face, hit)), ...(caption ? [make("small", { text: caption })] : []));
    this.thrown = spot;
    this.#place();
  }

  /** Lay the dice at what they belong to, out of sight with it; those of nobody in the upper middle of the window. */
  #place() {
    const { clientWidth: boardWidth, clientHeight: boardHeight } = this.board.element;
    const { camera } = this.board;
    const [x, y] = this.thrown ? camera.shown(this.thrown) : [boardWidth / 2, boardHeight / 4];
    const { offsetWidth: diceWidth, offsetHeight: diceHeight, style } = this.dice;
    style.left = `${Math.max(8, Math.min(boardWidth - diceWidth - 8, x - diceWidth / 2))}px`;
    style.top = `${Math.max(8, Math.min(boardHeight - diceHeight - 8, y - diceHeight - 34))}px`;
    style.visibility = this.thrown && !camera.sees(this.thrown, 0) ? "hidden" : "";
  }

  /** Lay the cards of a row upon the map. @param {import("./messages").StoryLine | undefined} row */
  lay(row) {
    this.cards.replaceChildren(...playedCards(this.board.state, row));
  }
}

/** An arrow between two points that leaves both free, and between neighbours is still half as long as they lie apart. */
export function arrow([startX, startY], [endX, endY], side) {
  const arrowLength = Math.hypot(endX - startX, endY - startY) || 1;
  const [dx, dy] = [(endX - startX) / arrowLength, (endY - startY) / arrowLength];
  const gapLength = Math.min(13, arrowLength / 4);
  const [x, y, tipX, tipY] = [startX + dx * gapLength, startY + dy * gapLength, endX - dx * gapLength, endY - dy * gapLength];
  const [wx, wy] = [tipX - dx * 11, tipY - dy * 11];
  return svg("path", { class: "strike", "data-side": side, d: `M${x} ${y}L${wx} ${wy}M${tipX} ${tipY}L${wx - dy * 7} ${wy + dx * 7}L${wx + dy * 7} ${wy - dx * 7}Z` });
}

function star(outerRadius, innerRadius) {
  const points = Array.from({ length: 20 }, (_, index) => {
    const [radius, angle] = [index % 2 ? innerRadius + 3 : outerRadius, (index * Math.PI) / 10];
    return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}
