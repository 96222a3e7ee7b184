// Serves a game of yours to the referee: you write its rules as a class. This file does the rest.
//
//     const { Game, serve } = require("./referee_game.js");
//
//     class Nim extends Game {
//       begin(options) {
//         Object.assign(this, { sticks: options.sticks, mover: 0, loser: null });
//       }
//       toMove() {
//         return this.loser !== null || this.sticks === 0 ? [] : [this.mover];
//       }
//       legal(seat) {
//         return [1, 2, 3].filter((n) => n <= this.sticks);
//       }
//       play(seat, move) {
//         if (move === undefined) this.loser = seat; // the bot has given no valid move
//         else Object.assign(this, { sticks: this.sticks - move, mover: 1 - seat });
//       }
//       view(reader) {
//         return { sticks: this.sticks };
//       }
//       scores() {
//         return (this.loser ?? this.mover) === 0 ? [0, 1] : [1, 0];
//       }
//     }
//
//     serve(Nim);
//
// Keep this file beside your program. It needs Node 18 or newer and no packages.
"use strict";

const { createHash } = require("node:crypto");
const { readFileSync } = require("node:fs");
const { isDeepStrictEqual } = require("node:util");

const MOST_WORDS = 500; // characters of what is refused or has failed: fewer than 2000 bytes

/**
 * What the rules do not allow. The words are for the author of the bot. Thrown in check(): the move is refused.
 * `malformed`: it has the wrong form. Thrown in begin(): the options are refused.
 */
class Refused extends Error {
  constructor(why, { malformed = false } = {}) {
    super(why);
    this.malformed = malformed;
  }
}

/**
 * The rules of one match. Each match has an object of its own.
 *
 * Before begin() it has `seats`, how many bots play, and `random`, the only source of chance. Before each play() it has
 * `out`, a set of the seats that the clock has taken out of the game, and `spentUs`, the thinking time by seat in this step.
 */
class Game {
  /** A match begins. `options` has all options of game.json. */
  begin(options) {}

  /** The seats that are asked now, ascending. None of them: the match is over. Never a seat that is in `out`. */
  toMove() {
    throw new Error("write toMove()");
  }

  /** All legal moves of a seat that is to move; null if they are too many. Then write check(), too. */
  legal(seat) {
    return null;
  }

  /**
   * Throws Refused if the move is not legal. It changes nothing. `move` may be any JSON. Without a check of yours the
   * moves of legal() are legal.
   */
  check(seat, move) {
    const legal = this.legal(seat);
    if (legal === null) throw new Error("write legal(seat) or check(seat, move)");
    if (legal.some((other) => isDeepStrictEqual(plain(move), plain(other)))) return;
    throw new Refused(`${brief(move, 80)} is no legal move now. Legal: ${brief(legal, 200)}`);
  }

  /**
   * Plays a checked move; undefined if the bot has given no valid one. Returns the events: what has happened, as JSON
   * that every seat may know. In a game with chance() a list.
   */
  play(seat, move) {
    throw new Error("write play(seat, move)");
  }

  /** Plays the moves of all seats that were to move: a Map by seat. For games that ask several at once. */
  playTogether(moves) {
    const [[seat, move]] = moves;
    return this.play(seat, move);
  }

  /** At a chance node the list of [outcome, weight], weights integers from 1; else null. It comes before toMove(). */
  chance() {
    return null;
  }

  /** The referee has drawn this outcome of chance(). Returns a list of events, as play() does. */
  draw(outcome) {
    throw new Error("write draw(outcome)");
  }

  /**
   * What the reader may see, as JSON. With "hidden" in game.json ask `reader.sees(seat)` before you show what only that seat
   * may know.
   */
  view(reader) {
    throw new Error("write view(reader)");
  }

  /** The picture for this reader, or null. */
  picture(reader) {
    return null;
  }

  /** A number for each seat. More is better. */
  scores() {
    return Array(this.seats).fill(0);
  }

  /** The game's own report of a match that is over. */
  outcome() {
    return null;
  }

  /** What never changes in this match, and every seat may know. Undefined: the options. */
  setup() {
    return undefined;
  }

  /**
   * All of the match as JSON, if the referee shall keep it for you: then write load(), too. Undefined: this program
   * remembers the match.
   */
  save() {
    return undefined;
  }

  /** Takes up what save() has given, in a new object instead of begin(). */
  load(state) {
    throw new Error("write load(state)");
  }
}

/** Who gets a view: one seat; a spectator, who sees what all seats may know; or everybody after the match. */
class Reader {
  constructor(seat = null, everything = false) {
    Object.assign(this, { seat, everything }); // seat null: no seat
  }

  /** Whether this reader may see what only the seat `owner` may know. */
  sees(owner) {
    return this.everything || this.seat === owner;
  }
}

/**
 * Chance from the seed of a match: the same draws on every machine, and in this library's other languages. Nobody who
 * sees some draws can tell the next ones, because each 32 bytes are the SHA-256 of "seed:salt:number".
 */
class Random {
  #block = -1;
  #words = Buffer.alloc(0);

  constructor(seed, salt, drawn = 0) {
    Object.assign(this, { seed, salt, drawn }); // drawn: 32-bit words so far
  }

  /** An integer from 0 to n - 1, all equally likely. n: 1 to 2^32. */
  below(n) {
    if (!Number.isInteger(n) || n < 1 || n > 2 ** 32) throw new RangeError(`below(${n}): expected 1 to 2^32`);
    const end = 2 ** 32 - (2 ** 32 % n); // words from here on would favour small numbers
    for (;;) {
      const word = this.#word();
      if (word < end) return word % n;
    }
  }

  /** One of a list. */
  choose(things) {
    return things[this.below(things.length)];
  }

  /** Puts a list into any order, all equally likely. */
  shuffle(things) {
    for (let last = things.length - 1; last > 0; --last) {
      const other = this.below(last + 1);
      [things[last], things[other]] = [things[other], things[last]];
    }
  }

  #word() {
    const block = Math.floor(this.drawn / 8);
    if (block !== this.#block) {
      this.#block = block;
      this.#words = createHash("sha256").update(`${this.seed}:${this.salt}:${block}`).digest();
    }
    return this.#words.readUInt32BE(4 * (this.drawn++ % 8));
  }
}

/** Serves matches of the class `rules`, in the folder of game.json, until the referee ends. */
function serve(rules) {
  if (process.stdin.isTTY) {
    console.error("This program waits for a referee, which starts it. Try: referee match . --bot ...");
  }
  const facts = JSON.parse(readFileSync("game.json", "utf8"));
  // What you print goes to standard error, because a stray line would be an answer.
  console.log = console.info = console.debug = console.error;
  process.stdout.on("error", () => process.exit()); // the referee has gone
  converse(process.stdin, process.stdout, new Server(rules, facts));
}

/** Your class as a program that answers requests. `facts`: game.json. */
class Server {
  constructor(rules, facts) {
    Object.assign(this, { rules, facts, matches: new Map() });
    const { rules_program, name, version } = facts;
    this.hello = { type: "hello", rules_program, name, version };
  }

  /** The line that answers one request, or undefined. */
  answer(request) {
    const { id, type, match } = request;
    if (type === "end") {
      this.matches.delete(match);
      return undefined;
    }
    try {
      return written({ id, ...(type === "new" ? this.#begin(request) : this.#step(request)) });
    } catch (error) {
      this.matches.delete(match);
      return JSON.stringify({ id, error: wordsOf(error) });
    }
  }

  #begin({ match, options, seats, seed, salt }) {
    const game = new this.rules();
    Object.assign(game, { seats, out: new Set(), spentUs: new Map(), random: new Random(seed, salt) });
    game.begin(options);
    return { ...this.#position({ match }, game), setup: game.setup() };
  }

  #step(request) {
    const game = "state" in request ? this.#loaded(request.state) : this.matches.get(request.match);
    if ("chance" in request) {
      const events = game.draw(request.chance);
      return { ...this.#position(request, game), events };
    }
    const { moves } = request;
    const refused = moves.filter((entry) => "move" in entry).flatMap((entry) => refusal(game, entry));
    if (refused.length > 0) return { refused };
    for (const { seat, forfeited } of moves) if (forfeited) game.out.add(seat);
    game.spentUs = new Map(moves.map((entry) => [entry.seat, entry.spent_us]));
    const events = game.playTogether(new Map(moves.map((entry) => [entry.seat, entry.move])));
    return { ...this.#position(request, game), events };
  }

  /** `views`: "movers" if only the seats to move read what follows, and everybody once the match is over. */
  #position({ match, views }, game) {
    const sparing = views === "movers";
    const answer = {};
    const chance = game.chance();
    if (chance !== null) {
      answer.chance = chance;
    } else {
      const movers = game.toMove();
      answer.to_move = movers;
      const legal = movers.map((seat) => game.legal(seat));
      if (legal.some((moves) => moves !== null)) answer.legal = legal;
      answer.scores = game.scores();
      if (movers.length === 0) answer.outcome = game.outcome();
    }
    if (chance === null || !sparing) {
      this.#show("view", "views", (reader) => game.view(reader), game, answer, sparing);
      this.#show("picture", "pictures", (reader) => game.picture(reader), game, answer, sparing);
    }
    const state = game.save();
    if (state === undefined) {
      this.matches.set(match, game);
    } else {
      const { seed, salt, drawn } = game.random;
      answer.state = { game: state, seats: game.seats, out: [...game.out], random: [seed, salt, drawn] };
    }
    return answer;
  }

  /** Adds views or pictures, if there are any. */
  #show(one, many, show, game, answer, sparing) {
    if (!this.facts.hidden) {
      const all = show(new Reader(null, true));
      if (all !== null || one === "view") answer[one] = all;
      return;
    }
    const { to_move: movers = [] } = answer;
    const reads = (seat) => !sparing || movers.includes(seat);
    const shown = { seats: Array.from({ length: game.seats }, (_, seat) => (reads(seat) ? show(new Reader(seat)) : null)) };
    if (!sparing) shown.spectator = show(new Reader());
    if (!sparing || movers.length === 0) shown.all = show(new Reader(null, true));
    if (one === "view" || [...shown.seats, shown.all ?? null].some((value) => value !== null)) answer[many] = shown;
  }

  #loaded(state) {
    const game = new this.rules();
    const random = new Random(...state.random);
    Object.assign(game, { seats: state.seats, out: new Set(state.out), spentUs: new Map(), random });
    game.load(state.game);
    return game;
  }
}

/** Why a move is refused, as a list of one entry; an empty list if it is legal. */
function refusal(game, { seat, move }) {
  try {
    game.check(seat, move);
    return [];
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return [{ seat, why: error.message.slice(0, MOST_WORDS), ...(error.malformed ? { malformed: true } : {}) }];
  }
}

/** A value as JSON has it. */
const plain = (value) => JSON.parse(JSON.stringify(value));

function brief(value, most) {
  const text = JSON.stringify(value);
  return text.length <= most ? text : `${text.slice(0, most - 3)}...`;
}

/** One line of JSON. JSON.stringify would write null for a number that is none. */
function written(answer) {
  return JSON.stringify(answer, (key, value) => {
    if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError(`${key}: ${value} is no JSON`);
    return value;
  });
}

/** What is wrong with the options, or what failed and where, without the lines of this file and of Node. */
function wordsOf(error) {
  if (error instanceof Refused) return error.message.slice(0, MOST_WORDS);
  const lines = String(error?.stack ?? error).split("\n");
  return lines.filter((line) => !line.includes(__filename) && !/^ +at .*node:/.test(line)).join("\n").slice(0, MOST_WORDS);
}

/** Says hello, and answers until the input ends. */
async function converse(input, output, server) {
  // One write per message. We ignore what `write` returns: the referee asks no more than it reads.
  output.write(`${JSON.stringify(server.hello)}\n`);
  let rest = ""; // the begin of a line that has not arrived in full
  input.setEncoding("utf8"); // keeps a character back until all of its bytes are there
  for await (const chunk of input) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const answer = server.answer(JSON.parse(line));
      if (answer) output.write(`${answer}\n`);
    }
  }
}

module.exports = { Game, Refused, Reader, Random, Server, serve };
