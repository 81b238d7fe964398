// A bot at somebody's server: node node_bot.mjs "https://games.example.org/t/ID#KEY"
import { connect } from "wargame-table/client";

const table = connect(process.argv[2], { name: "Bold" });
for await (const view of table) {
  const attacks = view.choices.filter(({ action }) => action.kind === "attack");
  const rows = attacks.length ? attacks : view.choices;
  await table.play(rows[Math.floor(Math.random() * rows.length)]);
}
console.log(table.view.outcome.text);
table.close();
