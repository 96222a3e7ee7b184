// A small board of a match that is being played, painted by the painter of the game.
import {colorsOf, seatLetter} from "../painting/colors.js";
import {painterOf} from "../painting/painter_of.js";
import {plainPainter} from "../painting/plain_painter.js";
import {Reel} from "../painting/reel.js";
import {foreign, setText} from "../shared/dom.js";
import {element} from "../shared/elements.js";
import {referee} from "../shared/globals.js";
import {plain} from "../shared/texts.js";
import {matchHref} from "./entrant_names.js";

const theme = () => (globalThis.matchMedia?.("(prefers-color-scheme: dark)").matches ? "dark" : "light");

/// The reel of a match of which only the newest position is known.
const reelOfBoard = (board) => {
  const reel = new Reel({format: 1, status: "running", turns: [], result: null, ...board});
  reel.turnOf = () => board.turn;
  return reel;
};

const kRefetchMs = 2000;  // a match whose painter needs all of its turns is fetched at most so often

const scoreText = (score) => (typeof score === "number" ? String(Number(score.toFixed(2))) : "");

/// A board in words: "Walls, turn 12: ada 9, bob 7".
const boardText = (board) => {
  const players = board.players.map((name, seat) => `${plain(name, 40)} ${scoreText(board.scores?.[seat])}`.trim());
  return `${plain(board.game)}, turn ${board.turn}: ${players.join(", ")}`;
};

/// One board with the names and scores of its players; it leads to the match page. Shows the newest position, or the frame
/// `index` of `reel` with `painter` where these are set.
export class LiveBoard {
  constructor() {
    this.canvas = element("canvas", {role: "img"});
    this.where = element("span", {class: "board-where"});
    this.turn = element("span", {class: "board-turn"});
    this.players = element("ul", {class: "players"});
    this.frame = element("div", {class: "frame"}, this.canvas);
    this.node = element("a", {class: "live-board"}, element("span", {class: "line"}, this.where, this.turn), this.frame, this.players);
    new ResizeObserver(() => this.paint()).observe(this.frame);
  }

  show(board) {
    this.board = board;
    const href = matchHref(board.match);
    if (this.node.getAttribute("href") !== href) this.node.setAttribute("href", href);
    setText(this.where, board.round > 0 ? `Round ${board.round}, table ${board.table}` : board.place ?? plain(board.match));
    setText(this.turn, `turn ${board.turn}`);
    this.canvas.setAttribute("aria-label", boardText(board));
    this.showPlayers(board);
    this.paint();
    if (referee.painters[board.game]?.needsHistory) void this.fetchTurns(board);
  }

  /// All turns of the match so far. Without them the newest position is painted: so a failure is no more than a
  /// poorer picture until the next board comes.
  async fetchTurns({match}) {
    if (this.fetching || Date.now() < (this.fetchDue ?? 0)) return;
    this.fetching = true;
    const begun = Date.now();
    try {
      const response = await fetch(`api/matches/${encodeURIComponent(match)}`);
      if (response.ok) {
        this.reel = new Reel(await response.json());
        this.paint();
      }
    } catch (problem) {
      if (!(problem instanceof TypeError)) throw problem;  // the server is gone, which the page says by itself
    } finally {
      this.fetching = false;
      this.fetchDue = Date.now() + Math.max(kRefetchMs, 4 * (Date.now() - begun));
    }
  }

  showPlayers({players, scores}) {
    const shown = JSON.stringify(players);
    if (this.players.shown !== shown) {
      this.players.shown = shown;
      this.players.replaceChildren(...players.map((name, seat) => element("li", {},
          element("span", {class: `seat-badge seat-${seat % 8}`, "aria-hidden": "true"}, seatLetter(seat)), foreign(name, 40), element("span", {class: "score"}))));
    }
    players.forEach((_, seat) => setText(this.players.children[seat].lastChild, scoreText(scores?.[seat])));
  }

  /// Paints the newest position as large as its frame has room.
  paint() {
    const {clientWidth: room, clientHeight: high} = this.frame;
    if (!this.board || room === 0) return;
    const reel = this.reel ?? reelOfBoard(this.board);
    const index = this.index ?? reel.length - 1;
    try {
      this.paintWith(this.painter ?? painterOf(reel), index, room, high);
    } catch (problem) {
      console.error(`the painter of ${this.board.game} cannot paint ${this.board.match}`, problem);
      this.paintWith(plainPainter(reel), index, room, high);
    }
  }

  paintWith(painter, index, room, high) {
    const {width, height} = painter.size;
    const scale = Math.min(room / width, high / height);
    const dots = globalThis.devicePixelRatio || 1;
    this.canvas.width = Math.max(1, Math.round(width * scale * dots));
    this.canvas.height = Math.max(1, Math.round(height * scale * dots));
    this.canvas.style.width = `${width * scale}px`;
    this.canvas.style.height = `${height * scale}px`;
    const pen = this.canvas.getContext("2d");
    pen.setTransform(this.canvas.width / width, 0, 0, this.canvas.height / height, 0, 0);
    painter.paint(pen, index, {theme: theme(), progress: 1, small: true, colors: colorsOf(theme())});
  }
}
