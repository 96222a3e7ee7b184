// referee-kit match: one game or a series, some of them at the same time. Plan, totals and tests are those of `referee match`.
import { createHash, randomBytes, randomInt } from "node:crypto";
import { readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { Bot } from "./bot.js";
import { atInterruption, codeOf, endLaunched } from "./launch.js";
import { playMatch } from "./match.js";
import { meetingOf, wrong } from "./options.js";
import { showPage } from "./replay.js";
import { loadKit, loadRules, ownRules } from "./rules.js";
import { findSeries, reserveRun, writeSeriesFile } from "./series_file.js";
import { printable } from "./shown.js";

const availableCores = () => os.availableParallelism?.() ?? os.cpus().length; // the first one is of Node 18.14

/** The table of one game, as `referee match` prints it. */
function table(played) {
  const alone = played.players.length === 1;
  const rows = played.players.map((name, seat) => {
    const { turns, verdicts, spent_us, worst_us } = played.seats[seat];
    const faults = Object.entries(verdicts).map(([verdict, count]) => `${verdict} ${count}`).join(", ");
    return [seat, name, ...(alone ? [] : [played.result.rank[seat]]), played.result.scores[seat], turns, turns ? (spent_us / turns / 1000).toFixed(3) : "-",
      (worst_us / 1000).toFixed(3), faults || "-"].map(String);
  });
  const all = [["seat", "bot", ...(alone ? [] : ["rank"]), "score", "turns", "mean ms", "worst ms", "faults"], ...rows];
  const widths = all[0].map((_, column) => Math.max(...all.map((row) => row[column].length)));
  return all.map((row) => `  ${row.map((cell, i) => (i < 2 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join("  ")}`).join("\n");
}

/** What one game has come to, for people. */
function gameText(match, played, file) {
  const lines = [played.absent.size > 0 ? `${match}: not played` : `${match}: ${played.turns} turns`, table(played)];
  for (const [seat, why] of played.absent) lines.push(`  ${played.players[seat]} was absent: ${printable(why)}`);
  played.seats.forEach(({ first }, seat) => {
    if (first !== null) lines.push(`  first fault of ${played.players[seat]}: ${first.verdict} at turn ${first.turn}: ${printable(first.fault)}`);
  });
  return `${lines.join("\n")}\n  record  ${file}`;
}

/** The seed and salt of a group of games: those of a pair are the same. */
function seedOf(order, salts, group) {
  const salt = order.salt ?? createHash("sha256").update(`${salts}/${group}`).digest("hex").slice(0, 32);
  return { seed: Number((BigInt(order.seed) + BigInt(group)) & (2n ** 53n - 1n)), salt };
}

/** All that decides what is played, by the contents of files. */
const askedOf = ({ game, options, salt = null, bots, opponents, pairs, sprt, openings, randomPlies = 0 }, clock) => ({ program: "referee-kit", game, options, clock, salt,
  entrants: bots.map(({ name, words }) => ({ name, command: words })), opponents, pairs: pairs !== undefined || sprt !== undefined,
  openings: { listed: openings ? createHash("sha256").update(openings.text).digest("hex") : null, random_plies: randomPlies } });

const runOf = (order) => {
  const drawn = { seed: order.seed ?? randomInt(2 ** 47), salts: randomBytes(16).toString("hex") };
  if (order.resume) return findSeries(order.reports, order.asked, order.seed);
  const { run, free } = reserveRun(order.reports, order.game);
  writeSeriesFile(order.reports, { run, ...drawn, asked: order.asked });
  return { run, free, ...drawn };
};

/** Plays games. `order`: {game, options, seed?, salt?, clock?, entrants: {bot, opponents?, fill?} as meetingOf() takes them, games?, pairs?, sprt?, sprtMean?,
 * openings?: {file, text}, randomPlies?, jobs, resume, reports, verbose?, json?, csv?, browser?}. Prints what they come to; returns the exit code. */
export async function playSeries(order) {
  const rules = await loadRules();
  const begun = rules.match({ begin: { game: order.game, options: order.options, seed: 0, salt: "0".repeat(32), ...(order.clock ? { clock: order.clock } : {}) } });
  const { seats, options, clock } = begun;
  const kit = await loadKit();
  const asked = ({ own, opponents }) => ({ game: order.game, seats, bots: own, pooled: opponents, opponents: order.entrants.opponents, fill: order.entrants.fill !== undefined,
    games: order.games, pairs: order.pairs, sprt: order.sprt, sprt_mean: order.sprtMean });
  const meeting = meetingOf(order.entrants, (counts) => kit({ meeting: asked(counts) }).filled);
  const series = (seed) => kit({ series: { ...asked(meeting), options, seed, names: meeting.bots.map((bot) => bot.name),
    openings: order.openings, random_plies: order.randomPlies } });
  series(order.seed ?? 0); // refuses what cannot be, before anything is written
  const whole = { ...order, ...meeting, options };
  const { run, seed, salts, free } = runOf({ ...whole, asked: askedOf(whole, clock) });
  try {
    const { games } = series(seed);
    return await new Playing({ ...whole, run, seed, salts, games, folder: path.join(order.reports, "records"), alone: games === 1 }, rules, kit, clock).play();
  } finally {
    free();
  }
}

/** A signal has stopped the series. */
class Stopped extends Error {}

class Playing {
  #rules;
  #begun = 0; // number of the newest game
  #played = new Set(); // numbers
  #over = false; // no more games are needed
  #last = null; // the record of the newest game
  #stopped = null; // the signal

  constructor(order, rules, kit, clock) {
    this.order = order;
    this.#rules = rules;
    this.kit = kit;
    this.clock = clock;
  }

  async play() {
    const { order } = this;
    const jobs = Math.min(order.jobs, order.games);
    if (!order.alone) console.log(`${order.game}, seed ${order.seed}, ${jobs} ${jobs === 1 ? "game" : "games"} at a time`);
    console.log("measured: wall time, with all waiting, until this program reads the answer; no sandbox");
    this.#warn(jobs);
    if (order.resume) this.#takeUp();
    atInterruption((signal) => {
      this.#stopped = signal;
      endLaunched();
    });
    await Promise.all(Array.from({ length: jobs }, async (_, job) => this.#work(job === 0 ? this.#rules : await ownRules())));
    atInterruption(null);
    this.#tell();
    if (order.browser && this.#last) await showPage(this.#last, { kit: this.kit });
    return this.#stopped ? codeOf(this.#stopped) : 0;
  }

  /** Plays one game after the other, beside other jobs. */
  async #work(rules) {
    while (!this.#over && !this.#stopped && this.#begun < this.order.games) {
      const number = ++this.#begun;
      if (!this.#played.has(number)) await this.#game(number, rules);
    }
  }

  async #game(number, rules) {
    const { order } = this;
    const planned = this.kit({ game: number });
    const match = `${order.run}g${number}`;
    const played = await this.#unlessStopped({ match, game: order.game, options: order.options, clock: order.clock, given: planned.given, ...seedOf(order, order.salts, planned.group),
      bots: planned.seating.map((entrant) => () => new Bot(order.bots[entrant].name, order.bots[entrant].words)), keepSeedSecret: number < order.games }, rules);
    if (played === null) return;
    this.#last = path.join(order.folder, `${match}.jsonl`);
    writeFileSync(`${this.#last}.new`, played.record);
    renameSync(`${this.#last}.new`, this.#last);
    const { line, interim } = this.#add(number, played.record);
    if (order.alone) console.log(gameText(match, played, this.#last));
    else if (order.verbose) console.log(line);
    else if (process.stderr.isTTY) process.stderr.write(`\r${this.#played.size} of ${order.games} games  ${interim}\x1b[K`);
  }

  /** playMatch(); null if a signal has stopped it. Such a game was not played: --resume plays it. */
  async #unlessStopped(game, rules) {
    const goOn = () => { if (this.#stopped) throw new Stopped(); };
    try {
      const played = await playMatch(game, { rules, beforeTurn: goOn });
      await new Promise((resolve) => { setImmediate(resolve); }); // what has ended a bot may be a signal that has come here, too
      goOn();
      return played;
    } catch (failure) {
      if (failure instanceof Stopped) return null;
      throw failure;
    }
  }

  #add(number, record) {
    const told = this.kit({ played: { number, record } });
    this.#played.add(number);
    this.#over ||= told.over;
    return told;
  }

  /** Takes the games that were played before for their results. */
  #takeUp() {
    const { run, folder, games } = this.order;
    for (const name of readdirSync(folder)) {
      const number = name.startsWith(`${run}g`) && /^\d+\.jsonl$/.test(name.slice(run.length + 1)) ? parseInt(name.slice(run.length + 1), 10) : 0;
      if (number < 1 || number > games) continue;
      const file = path.join(folder, name);
      const record = readFileSync(file, "utf8");
      const verified = this.#rules.verify(record);
      if (verified.status !== "ok") wrong(`${file}: ${verified.text}: the file is damaged. Remove it, and the game is played again`);
      this.#add(number, record);
      this.#last = file;
    }
    const count = this.#played.size;
    console.log(`continues ${run}: ${count} ${count === 1 ? "game was" : "games were"} played before`);
  }

  #warn(jobs) {
    const cores = availableCores();
    const seats = this.kit({ game: 1 }).seating.length;
    if (jobs > 1 && jobs * seats > cores) {
      console.error(`referee-kit: ${jobs * seats} bots run at the same time on ${cores} ${cores === 1 ? "core" : "cores"}, and the wall clock charges a bot for the time ` +
        "that another one takes: give fewer --jobs");
    }
  }

  #tell() {
    const { order } = this;
    if (this.#stopped) console.error(`referee-kit: ${this.#stopped}: what was being played does not count`);
    if (this.#played.size === 0) return;
    const { text, json, csv, openings } = this.kit({ results: {} });
    if (!order.alone) {
      if (process.stderr.isTTY && !order.verbose) process.stderr.write("\r\x1b[K");
      process.stdout.write(`\ntotals of ${this.#played.size} ${this.#played.size === 1 ? "game" : "games"}\n${text}records: ${path.join(order.folder, `${order.run}g*.jsonl`)}\n`);
      if (this.#stopped) console.log("To go on: the same command with --resume.");
    }
    if (order.json !== undefined) {
      const whole = { ...json, run: order.run, game: order.game, seed: order.seed, clock: this.clock, openings };
      writeFileSync(order.json, `${JSON.stringify(whole, null, 2)}\n`);
    }
    if (order.csv !== undefined) writeFileSync(order.csv, csv);
  }
}
