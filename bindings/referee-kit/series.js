// referee-kit match: one game or a series, one game after the other. Plan, totals and tests are those of `referee match`.
import { createHash, randomBytes } from "node:crypto";
import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import { Bot } from "./bot.js";
import { playMatch } from "./match.js";
import { showPage } from "./replay.js";
import { loadKit, loadRules } from "./rules.js";
import { printable } from "./shown.js";

/** Reserves a name for the games of one run, as "walls-1": no record has it, and no other run that plays now. Returns {run, free()}. */
function reserveRun(folder, game) {
  mkdirSync(folder, { recursive: true });
  for (let number = 1; ; ++number) {
    const run = `${game}-${number}`;
    const mark = path.join(folder, `.${run}.running`);
    try {
      closeSync(openSync(mark, "wx"));
    } catch (failure) {
      if (failure.code !== "EEXIST") throw failure;
      continue;
    }
    const free = () => rmSync(mark, { force: true });
    if (!readdirSync(folder).some((name) => name.startsWith(`${run}g`))) return { run, free };
    free();
  }
}

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

/** The seed and salt of a group of games: "those of a pair are the same". */
function seedOf(order, salts, group) {
  const salt = order.salt ?? createHash("sha256").update(`${salts}/${group}`).digest("hex").slice(0, 32);
  return { seed: Number((BigInt(order.seed) + BigInt(group)) & (2n ** 53n - 1n)), salt };
}

/** Plays games. `order`: {game, options, seed, salt?, clock?, bots: [{name, words}], games?, pairs?, sprt?, sprtMean?, reports, verbose?, json?,
 * csv?, browser?}. Prints what they come to; returns the exit code. */
export async function playSeries(order) {
  const { game } = order;
  const rules = await loadRules();
  const begun = rules.match({ begin: { game, options: order.options, seed: 0, salt: "0".repeat(32), ...(order.clock ? { clock: order.clock } : {}) } });
  const kit = await loadKit();
  const { games } = kit({ series: { seats: begun.seats, names: order.bots.map((bot) => bot.name), games: order.games, pairs: order.pairs, sprt: order.sprt,
    sprt_mean: order.sprtMean } });
  const folder = path.join(order.reports, "records");
  const { run, free } = reserveRun(folder, game);
  const playing = new Playing({ ...order, options: begun.options, run, folder, games, alone: games === 1 }, rules, kit, begun.clock);
  try {
    return await playing.play();
  } finally {
    free();
  }
}

class Playing {
  #rules;
  #salts = randomBytes(16).toString("hex");
  #played = 0;
  #last = null; // the record of the newest game
  #stopped = false;

  constructor(order, rules, kit, clock) {
    this.order = order;
    this.#rules = rules;
    this.kit = kit;
    this.clock = clock;
  }

  async play() {
    const { order } = this;
    if (!order.alone) console.log(`${order.game}, seed ${order.seed}, 1 game at a time`);
    console.log("measured: wall time, with all waiting, until this program reads the answer; no sandbox");
    const stop = () => { this.#stopped = true; };
    process.once("SIGINT", stop);
    for (let number = 1; number <= order.games && !this.#stopped; ++number) {
      if (await this.#game(number)) break;
    }
    process.removeListener("SIGINT", stop);
    this.#tell();
    if (order.browser && this.#last) await showPage(this.#last, { kit: this.kit });
    return this.#stopped ? 130 : 0;
  }

  /** Plays a game of the plan. Returns whether no more are needed. */
  async #game(number) {
    const { order } = this;
    const planned = this.kit({ game: number });
    const match = `${order.run}g${number}`;
    const played = await playMatch({ match, game: order.game, options: order.options, clock: order.clock, ...seedOf(order, this.#salts, planned.group),
      bots: planned.seating.map((entrant) => () => new Bot(order.bots[entrant].name, order.bots[entrant].words)),
      keepSeedSecret: number < order.games }, { rules: this.#rules });
    this.#last = path.join(order.folder, `${match}.jsonl`);
    writeFileSync(this.#last, played.record);
    this.#played += 1;
    const { line, interim, over } = this.kit({ played: { number, record: played.record } });
    if (order.alone) console.log(gameText(match, played, this.#last));
    else if (order.verbose) console.log(line);
    else if (process.stderr.isTTY) process.stderr.write(`\r${number} of ${order.games} games  ${interim}\x1b[K`);
    return over;
  }

  #tell() {
    const { order } = this;
    const { text, json, csv } = this.kit({ results: {} });
    if (!order.alone) {
      if (process.stderr.isTTY && !order.verbose) process.stderr.write("\r\x1b[K");
      process.stdout.write(`\ntotals of ${this.#played} ${this.#played === 1 ? "game" : "games"}\n${text}records: ${path.join(order.folder, `${order.run}g*.jsonl`)}\n`);
    }
    if (order.json !== undefined) {
      const whole = { ...json, run: order.run, game: order.game, seed: order.seed, clock: this.clock, openings: null };
      writeFileSync(order.json, `${JSON.stringify(whole, null, 2)}\n`);
    }
    if (order.csv !== undefined) writeFileSync(order.csv, csv);
  }
}
