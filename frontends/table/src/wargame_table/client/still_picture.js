// A part of the map as it was when something decided the game. Loaded with the end.

import { transformOf } from "./board.js";
import { svg } from "./elements.js";
import { mapOf } from "./map_picture.js";
import { arrow } from "./stage.js";

/** What lay on the map right after an event: who attacked whom, and a cross where somebody fell. @param {import("./board.js").Board} board @param {import("./messages").Still} stillScene @param {number[]} room */
export async function stillPicture(board, stillScene, room) {
  await board.printed;
  const spots = [...stillScene.places.map((id) => board.spaces.get(id)?.at), ...stillScene.named.map((id) => stillScene.pieces[id]).filter(Boolean).map((piece) => board.middleOf(piece))].filter(Boolean);
  const picture = mapOf(board, spots.map((at) => ({ at, mine: true })), room, { class: "set-up", "aria-hidden": "true" });
  const marks = svg("g", {});
  marks.innerHTML = stillScene.marks.map((digest) => stillScene.faces[digest] ?? "").join(""); // made by the server from data, with everything escaped
  const pieces = Object.values(stillScene.pieces).filter(({ face }) => face).sort((lowerPiece, upperPiece) => (lowerPiece.z ?? 0) - (upperPiece.z ?? 0)).map((piece) => {
    const group = svg("g", { class: "piece", "data-side": piece.side ?? "" });
    group.style.transform = transformOf(...board.middleOf(piece), piece.scale ?? 1);
    group.innerHTML = stillScene.faces[piece.face] ?? ""; // made by the server, as above
    return group;
  });
  const place = spots[0];
  const pointOf = (id) => (stillScene.pieces[id] ? board.middleOf(stillScene.pieces[id]) : place);
  const fallen = place && stillScene.named.some((id) => !stillScene.pieces[id]) ? [svg("path", { class: "strike", d: `M${place[0] - 9} ${place[1] - 9}l18 18m0 -18l-18 18` })] : [];
  const strikes = stillScene.attacks.map(([from, to]) => [pointOf(from), pointOf(to), from]).filter(([from, to]) => from && to && from.join() !== to.join());
  picture.append(marks, ...pieces, ...strikes.map(([from, to, id]) => arrow(from, to, board.state.sideOf(id))), ...fallen);
  return picture;
}
