// What others did, at its pace; and shown again: every step since one's last choice, as it was on this screen.

import { lastsFor, sceneOf } from "./scenes.js";
import { waysOf } from "./stage.js";
import { namedBy } from "./story.js";

const LEAST = 250; // milliseconds that a step is shown again

export class Again {
  constructor() {
    /** @type {{ before: any, pieces: any, marks: string[], sheet: string | undefined, news: import("./messages").StoryLine[] }[]} */
    this.steps = [];
    this.held = null;
    /** What is being shown again. @type {object | null} */
    this.shown = null;
  }

  /** Play steps; whether none was left out. @param {import("./table.js").WargameTable} table */
  async play(table, steps) {
    const run = (this.shown = {});
    const { board, stage, pace, state } = table;
    for (const { before, pieces, marks, news } of steps) {
      const [scene, ways] = [sceneOf(news, (piece) => state.sideOf(piece)), waysOf(news)];
      const lasts = Math.max(LEAST, lastsFor(scene.kinds, pace.value === "off" ? "fast" : pace.value));
      table.stand({ pieces, marks });
      board.camera.come(stage.spots(scene, before, ways));
      board.hint(news.flatMap(({ about }) => namedBy(about)));
      board.way([...ways.values()]);
      stage.play(scene, before, ways, lasts);
      await this.hold(lasts);
      if (this.shown !== run) return false;
    }
    return true;
  }

  /** One has chosen: what came before needs not be shown again. */
  begin() {
    this.steps = [];
  }

  keep(step) {
    this.steps.push(step);
    if (this.steps.length > 200) this.steps.shift();
  }

  /** Wait so many milliseconds, unless somebody does not want to. */
  hold(lasts) {
    if (lasts <= 0) return Promise.resolve();
    return /** @type {Promise<void>} */ (new Promise((after) => {
      const timer = setTimeout(() => this.skip(), lasts);
      this.held = () => (clearTimeout(timer), after());
    }));
  }

  skip() {
    this.held?.();
    this.held = null;
  }
}
