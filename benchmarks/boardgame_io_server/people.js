// The people of all matches: two seats and a spectator each, in one process.

const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { game } = require("./game.js");
const [port, matches, pieces, think, seconds] = process.argv.slice(2).map(Number);
const server = `http://127.0.0.1:${port}`;
const made = game(pieces);
const waited = [];
let over = false;
let count = 0;
const sleep = (time) => new Promise((after) => setTimeout(after, time));

async function match(matchID) { // made by the server when the first comes
  const people = ["0", "1", null].map((playerID) => Client({ game: made, matchID, playerID, numPlayers: 2, multiplayer: SocketIO({ server }), debug: false }));
  for (const client of people) {
    client.start();
    while (!(client.getState() && client.getState().isConnected)) await sleep(10);
  }
  return people;
}

function play(people) {
  let sent = 0;
  const watcher = people[2];
  const move = () => {
    if (over) return;
    const { ctx } = watcher.getState();
    const client = people[Number(ctx.currentPlayer)];
    sent = performance.now();
    client.moves.move(`u${count % pieces}`, `B${count}`);
  };
  let turn = -1;
  watcher.subscribe((state) => {
    if (!state || state.ctx.turn === turn) return;
    turn = state.ctx.turn;
    if (sent) (waited.push(performance.now() - sent), (count += 1));
    setTimeout(move, think ? -Math.log(1 - Math.random()) * think * 1000 : 0);
  });
}

(async () => {
  const all = [];
  for (let n = 0; n < matches; n += 1) all.push(await match(`m${n}`));
  console.log(JSON.stringify({ ready: true }));
  all.forEach(play);
  const began = performance.now();
  await sleep(seconds * 1000);
  over = true;
  const cut = (part) => waited.sort((a, b) => a - b)[Math.floor(waited.length * part)] ?? 0;
  console.log(JSON.stringify({ moves: waited.length, seconds: (performance.now() - began) / 1000, waited: [cut(0.5), cut(0.95), cut(0.99)] }));
  process.exit(0);
})();
