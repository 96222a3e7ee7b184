// The projector's slide of games that are shown again, a whole one each time.
import {ReplayBoard} from "../replay_board.js";
import {matchFromSource, Show} from "../show.js";

const kLoading = 5;  // seconds

export class ShowSlide {
  constructor(fetchMatch = matchFromSource) {
    Object.assign(this, {kind: "show", show: new Show(fetchMatch), board: null, asked: false});
  }

  /// A game is never cut: its slide stays as long as it takes.
  get wholeSeconds() {
    return this.board ? this.board.duration / 1000 : kLoading;
  }

  pages({data}) {
    if (!data.show) return [];
    this.show.take(data);
    return this.show.any ? [{}] : [];
  }

  title() {
    const where = this.board?.place;
    return where ? `Shown again: ${where[0].toLowerCase()}${where.slice(1)}` : "Shown again";
  }

  draw(stage, view) {
    if (this.board && stage.firstChild === this.board.node && !this.board.isOver) return;
    if (this.asked) return;
    this.asked = true;
    this.board = null;
    stage.replaceChildren();
    void this.begin(stage, view);
  }

  async begin(stage, {data, isPaused, redraw}) {
    const game = await this.show.next();
    this.asked = false;
    if (!game || stage.dataset.kind !== this.kind) return;
    this.board = new ReplayBoard(game, data.kind, data.show.turn_ms, isPaused);
    stage.replaceChildren(this.board.node);
    this.board.paint();
    this.board.play();
    redraw();
  }
}
