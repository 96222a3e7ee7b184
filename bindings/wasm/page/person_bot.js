// A person at the page as a player: messages go to the page, and its moves are lines.
import { now } from "../../referee-kit/clock.js";
import { Lines } from "../../referee-kit/lines.js";

export class PersonBot extends Lines {
  #turn = null;
  printed = [];

  constructor({ name }, show) {
    super();
    this.name = name;
    this.show = show;
    this.take({ text: JSON.stringify({ type: "hello", protocol: 1 }) }, now());
  }

  send(message) {
    if (message.type === "turn") this.#turn = message;
    if (message.type === "error") this.show({ refused: message.message });
  }

  move(move) {
    if (this.#turn === null) return;
    const { match, turn } = this.#turn;
    this.#turn = null;
    this.take({ text: JSON.stringify({ type: "move", match, turn, move }) }, now());
  }

  async end() {
    this.left = this.gone;
    this.finish("the match is over");
  }
}
