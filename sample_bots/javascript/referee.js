// Lets a function play: it gets what your bot sees and returns its move. This file does the rest.
//
//     const { play } = require("./referee.js");
//     const moves = ["forward", "left", "right"];
//
//     play((view) => moves[Math.floor(3 * Math.random())]);
//
// Keep this file beside your bot and submit both. It needs Node 18 or newer and no packages.
"use strict";

const fs = require("node:fs");
const { inspect } = require("node:util");

/**
 * The match that is played now. You may keep things of your own in it: each match has a new one.
 *
 * id: its name. game: "walls". seat: yours, from 0. players: names by seat. setup: what the game says once. start: the
 * whole message that began it. turn: the number of this turn. left_ms: the time left for this answer, when the referee
 * asked; undefined if it did not say.
 */
class Match {
  constructor(start) {
    const { match: id, game, seat, players, setup } = start;
    Object.assign(this, { start, id, game, seat, players, setup, turn: 0, left_ms: undefined });
  }
}

/**
 * Plays matches until the referee says bye.
 *
 * move(view, match): returns your move, or a promise of it. An exception in it is shown, and costs this turn only.
 * `more` may have:
 * start(match): a match begins. Forget the last one here, if you keep anything in variables of your own.
 * see(view, match): called with every view before move, and with each earlier view when a match goes on in its middle.
 *   Whoever remembers views should do it here.
 * oneMatch: true if your program cannot forget a match. Then the referee starts it anew for each match, and plays an
 *   interrupted match again from its beginning.
 */
function play(move, more = {}) {
  if (process.stdin.isTTY) {
    const hint = `referee match walls --bot "node ${process.argv[1]}" --bot sample:walls_random`;
    console.error(`This bot waits for a referee, which starts it. Try: ${hint}`);
  }
  // What you print goes to standard error, because a stray line would be an answer.
  console.log = console.info = console.debug = console.error;
  process.stdout.on("error", () => process.exit()); // the referee has gone
  const input = process.stdin;
  keepStandardInput();
  converse(input, process.stdout, new Bot(move, more));
}

/** Standard input has the referee's messages: a bot that reads it fails, where it would wait for ever. */
function keepStandardInput() {
  const refuse = () => {
    throw new Error("standard input belongs to the referee: do not read it, view has all that there is to see");
  };
  Object.defineProperty(process, "stdin", { get: refuse });
  for (const name of ["readSync", "readFileSync"]) {
    const read = fs[name];
    fs[name] = (file, ...more) => (file === 0 || file === "/dev/stdin" ? refuse() : read(file, ...more));
  }
}

/** Your functions as a bot that answers messages. It prints to standard error, and reads and writes nothing else. */
class Bot {
  constructor(move, { start, see, oneMatch } = {}) {
    Object.assign(this, { move, start, see, match: undefined });
    this.shown = new Set(); // texts of this match
    this.failed = undefined; // the last turn of this match in which a function failed
    this.isOver = false; // the referee has said bye
    this.hello = { type: "hello", protocol: 1 };
    if (!oneMatch) Object.assign(this.hello, { resume: true, features: ["new_match"] });
  }

  /** The answer to one message, or undefined. `later`: messages that are here already, behind this one. */
  async answer(message, later = []) {
    const { type, match, turn, view } = message;
    if (type === "start") {
      Object.assign(this, { match: new Match(message), shown: new Set(), failed: undefined });
      await this.start?.(this.match);
    } else if (type === "past" || type === "turn") {
      Object.assign(this.match, { turn, left_ms: message.clock?.left_ms });
      await this.see?.(view, this.match);
      const isOver = later.some((other) => ["turn", "start", "end"].includes(other.type)); // we were late
      if (type === "turn" && !isOver) return { type: "move", match, turn, move: await this.#choose(view) };
    } else if (type === "new_match") {
      return this.hello;
    } else if (type === "error" && (turn === undefined || turn !== this.failed)) {
      const place = turn === undefined ? "" : `turn ${turn}: `;
      this.#show(message.message, shown(`${place}the referee says ${message.code}: ${message.message}`));
    } else if (type === "end" && message.faults) {
      console.error(`match ${shown(match)}: ${message.faults} of your turns had no valid move in time`);
    } else if (type === "bye") {
      this.isOver = true;
    }
    return undefined;
  }

  /** The move; if the function fails, what is no move in any game, so that the game goes on at once. */
  async #choose(view) {
    const { turn } = this.match;
    let move;
    try {
      move = await this.move(view, this.match);
      if (move !== null && JSON.stringify(move) !== undefined) return move;
    } catch (error) {
      this.failed = turn;
      const why = whyOf(error);
      this.#show(why, `turn ${turn}: no move, because your function failed:\n${why}`);
      return { error: String(error).slice(0, 200) };
    }
    this.#show("nothing", `turn ${turn}: your function returned ${inspect(move)}. Is a return missing?`);
    return null;
  }

  /** Prints to standard error what has not been said before in this match. */
  #show(what, text) {
    if (!this.shown.has(what)) console.error(text);
    this.shown.add(what);
  }
}

/** A text of the referee's without characters that would change a terminal. */
function shown(text) {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "?");
}

/** What failed and where, without the lines of this file and of Node. */
function whyOf(error) {
  const lines = (error?.stack ?? inspect(error)).split("\n");
  return lines.filter((line) => !line.includes(__filename) && !/^ +at .*node:/.test(line)).join("\n");
}

/** Says hello, and answers until the referee says bye or the input ends. */
async function converse(input, output, bot) {
  // One write per message, without a buffer of ours. We ignore what `write` returns: there is one answer per turn,
  // so at most one line waits for a referee that does not read.
  const say = (message) => output.write(`${JSON.stringify(message)}\n`);
  let rest = ""; // the begin of a line that has not arrived in full
  input.setEncoding("utf8"); // keeps a character back until all of its bytes are there
  say(bot.hello);
  for await (const chunk of input) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    const messages = lines.map((line) => JSON.parse(line));
    while (messages.length > 0 && !bot.isOver) {
      const answer = await bot.answer(messages.shift(), messages);
      if (answer) say(answer);
    }
    if (bot.isOver) break; // which closes the input
  }
}

module.exports = { play, shown, Bot, converse };
