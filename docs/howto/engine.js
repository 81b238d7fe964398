// An engine for every game of wargame_core: it attacks where it can, and else takes any choice of the menu.
// Run it with: wargame play battlecry --bot "union=engine:node engine.js"
"use strict";
const lines = require("node:readline").createInterface({ input: process.stdin });

let random = () => 0;

function say(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}

/** Random numbers from 0 up to 1 that follow from a seed: the same game is played again with the same seed. */
function numbersFrom(seed) {
  let state = seed % 2147483647;
  return () => (state = (state * 48271 + 11) % 2147483647) / 2147483647;
}

/** The row of the menu to play: one of those that sound like a fight, if there are any. */
function choose(menu) {
  const fights = menu.filter((row) => /attack|battle|assault/.test(row.action.kind));
  const rows = fights.length ? fights : menu;
  return rows[Math.floor(random() * rows.length)];
}

const answers = {
  hello(message) {
    random = numbersFrom(message.game.seed);
    say({ kind: "hello", protocol: "wargame-engine/1", name: "bold" });
  },
  new_game(message) {
    random = numbersFrom(message.game.seed);
  },
  choose(message) {
    say({ kind: "choice", id: message.id, action: choose(message.view.menu).action });
  },
  end() {
    process.exit(0);
  },
};

lines.on("line", (line) => {
  const message = JSON.parse(line);
  answers[message.kind]?.(message); // what is new in a later version is passed over
});
