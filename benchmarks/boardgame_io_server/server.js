// The server: says its port, and at each line it is sent what it has used so far.

const { Server, Origins } = require("boardgame.io/server");
const { game } = require("./game.js");
const server = Server({ games: [game(Number(process.argv[2]))], origins: [Origins.LOCALHOST] });
server.run({ port: 0, callback: () => {} }).then(({ appServer }) => console.log(JSON.stringify({ port: appServer.address().port })));
process.stdin.on("data", () => {
  const { user, system } = process.cpuUsage();
  console.log(JSON.stringify({ cpu: (user + system) / 1e6, memory: process.memoryUsage().rss / 1e6 }));
});
