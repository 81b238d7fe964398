// A game of so many pieces, each a row as a screen is told of one; a move takes one of them somewhere.

const piece = (n) => ({ at: `A${n}`, x: n * 30.5, y: n * 10.2, face: "f3a9c01b", side: n % 2 ? "union" : "confederate", text: "infantry" });

exports.game = (pieces) => ({
  name: "rows",
  setup: () => ({ pieces: Object.fromEntries(Array.from({ length: pieces }, (_, n) => [`u${n}`, piece(n)])) }),
  moves: { move: ({ G }, id, to) => { G.pieces[id].at = to; } },
  turn: { minMoves: 1, maxMoves: 1 },
});
