// Games that are over, shown again one after the other in a section of the page.
import {ReplayBoard} from "./replay_board.js";
import {matchFromSource, Show} from "./show.js";
import {wholeData} from "./whole_data.js";

export class Replays {
  /// `section` is hidden as long as there is no game in it.
  constructor(section) {
    Object.assign(this, {section, content: section.querySelector(".content"), running: false});
  }

  /// `data`: of the tournament. `isPaused()`: games stand still now. Who asks for less motion sees none.
  show(data, isPaused) {
    Object.assign(this, {data, isPaused});
    const wanted = Boolean(data.show) && !globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches;
    if (!wanted) this.section.hidden = true;
    else if (!this.running) void this.replay();
  }

  /// The games that are over by now are asked for when one is to begin.
  async replay() {
    this.running = true;
    this.games ??= new Show(matchFromSource);
    const whole = await wholeData(this.data);
    if (whole) this.games.take(whole);
    const game = await this.games.next();
    this.section.hidden = !game || !this.data.show;
    this.running = !this.section.hidden;  // else until the data change
    if (this.running) {
      const board = new ReplayBoard(game, this.data.kind, this.data.show.turn_ms, this.isPaused);
      this.content.replaceChildren(board.node);
      board.play(() => void this.replay());
    }
  }
}
