#!/usr/bin/env node
// referee-kit: `match` and `verify` of referee for machines on which referee itself does not run.
import { randomBytes, randomInt } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { Bot } from "./bot.js";
import { wordsOf } from "./launch.js";
import { playMatch } from "./match.js";
import { loadRules } from "./rules.js";
import { verify } from "./verify.js";

const USAGE = `Usage: referee-kit match GAME --bot COMMAND [--bot COMMAND...] [OPTIONS]
       referee-kit verify RECORD... [--json]

match plays one match between programs of this machine, and writes its record:
  --bot [NAME=]COMMAND   a bot's command, or sample:random; one for each seat
  --seed NUMBER          seed of the game; default: drawn
  --option KEY=VALUE     an option of the game; a VALUE that is no JSON is a text
  --clock CLOCK          a clock as JSON or @FILE; default: the game's own
  --salt HEX             32 hex digits; default: drawn
  --reports FOLDER       folder for records (default: out)
  --json                 print one JSON object
There is no sandbox: a bot can do to this machine what you can. Clocks end when this program reads an answer.
verify plays records again, files or folders, as \`referee verify\` does.
Exit code: 0 done, 1 a record differs, 2 wrong use, or a file that cannot be read.`;

class Usage extends Error {}

const OPTIONS = { bot: { type: "string", multiple: true }, seed: { type: "string" }, option: { type: "string", multiple: true },
  clock: { type: "string" }, salt: { type: "string" }, reports: { type: "string", default: "out" }, json: { type: "boolean" } };

const jsonOr = (text, otherwise) => {
  try {
    return JSON.parse(text);
  } catch {
    return otherwise(text);
  }
};

const wrong = (text) => { throw new Usage(text); };

function seedOf(text) {
  if (text === undefined) return randomInt(2 ** 47);
  const seed = Number(text);
  return /^\d+$/.test(text) && Number.isSafeInteger(seed) ? seed : wrong(`--seed: got '${text}', expected 0 to ${Number.MAX_SAFE_INTEGER}`);
}

function optionsOf(pairs = []) {
  return Object.fromEntries(pairs.map((pair) => {
    const [, key, value] = /^([^=]+)=(.*)$/s.exec(pair) ?? wrong(`--option: got '${pair}', expected KEY=VALUE`);
    return [key, jsonOr(value.startsWith("@") ? readFileSync(value.slice(1), "utf8") : value, (text) => text)];
  }));
}

/** The words of a command; those of a sample bot for "sample:GAME_random", in each game, and "sample:random". */
function commandOf(command) {
  const words = wordsOf(command);
  const sample = /^sample:(.*)$/.exec(words[0] ?? "")?.[1];
  if (sample === undefined) return words;
  if (!/^([a-z]+_)?random$/.test(sample)) wrong(`--bot: got 'sample:${sample}', expected sample:random: the others are programs for Linux`);
  return [process.execPath, fileURLToPath(new URL("samples/random_bot.js", import.meta.url)), ...words.slice(1)];
}

/** "[NAME=]COMMAND" of each seat. Two of a name get numbers, as `referee match` gives them. */
function botsOf(texts = []) {
  const taken = new Set();
  return texts.map((text) => {
    const [, named, command] = /^(?:([A-Za-z0-9][A-Za-z0-9._-]{0,31})=)?(.*)$/s.exec(text);
    const words = commandOf(command);
    if (words.length === 0) wrong(`--bot: got '${text}', expected a command`);
    const script = command.startsWith("sample:") ? wordsOf(command)[0].slice("sample:".length) : /\.\w+$/.test(words[1] ?? "") ? words[1] : words[0];
    const base = named ?? (path.parse(script).name.replace(/[^A-Za-z0-9._-]/g, "").slice(0, 28) || "bot");
    let name = base;
    for (let number = 2; taken.has(name.toLowerCase()); ++number) name = `${base}-${number}`;
    taken.add(name.toLowerCase());
    return { name, words };
  });
}

function table(played) {
  const rows = played.players.map((name, seat) => {
    const { turns, faults, spent_us, worst_us } = played.seats[seat];
    return [seat, name, played.result.rank[seat], played.result.scores[seat], turns, turns ? (spent_us / turns / 1000).toFixed(3) : "-", (worst_us / 1000).toFixed(3),
      faults || "-"].map(String);
  });
  const all = [["seat", "bot", "rank", "score", "turns", "mean ms", "worst ms", "faults"], ...rows];
  const widths = all[0].map((_, column) => Math.max(...all.map((row) => row[column].length)));
  return all.map((row) => `  ${row.map((cell, i) => (i < 2 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join("  ")}`).join("\n");
}

async function match(words) {
  const { values, positionals } = parseArgs({ args: words, options: OPTIONS, allowPositionals: true });
  if (positionals.length !== 1) wrong("match: expected one GAME");
  const [game] = positionals;
  if (values.salt !== undefined && !/^[0-9a-f]{32}$/.test(values.salt)) wrong(`--salt: got '${values.salt}', expected 32 hex digits`);
  const clock = values.clock?.startsWith("@") ? readFileSync(values.clock.slice(1), "utf8") : values.clock;
  const order = { match: `${game}-1g1`, game, options: optionsOf(values.option), seed: seedOf(values.seed), salt: values.salt ?? randomBytes(16).toString("hex"),
    clock: clock === undefined ? undefined : jsonOr(clock, (text) => wrong(`--clock: got '${text}', expected JSON`)) };
  const bots = botsOf(values.bot);
  const rules = await loadRules();
  const played = await playMatch({ ...order, bots: bots.map(({ name, words }) => () => new Bot(name, words)) }, { rules });
  const file = path.join(values.reports, "records", `${order.match}.jsonl`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, played.record);
  if (values.json) {
    console.log(JSON.stringify({ record: file, players: played.players, result: played.result, seats: played.seats }));
    return 0;
  }
  console.log(table(played));
  for (const [seat, why] of played.absent) console.log(`  ${played.players[seat]}: ${why}`);
  console.log(`  record  ${file}`);
  return 0;
}

async function run([command, ...words]) {
  if (command === "match") return match(words);
  if (command === "verify") {
    const { values, positionals } = parseArgs({ args: words, options: { json: { type: "boolean" } }, allowPositionals: true });
    return positionals.length > 0 ? verify(positionals, values) : wrong("verify: expected a RECORD");
  }
  if (command === "--help" || command === "-h") {
    console.log(USAGE);
    return 0;
  }
  return wrong(USAGE);
}

const ofUsage = (failure) => failure instanceof Usage || failure.name === "RulesError" || failure.constructor.name === "RulesError" ||
  String(failure.code).startsWith("ERR_PARSE_ARGS") || /^(--bot|a ["'] is open)/.test(failure.message) || failure.code === "ENOENT";

run(process.argv.slice(2)).then((code) => { process.exitCode = code; }, (failure) => {
  console.error(ofUsage(failure) ? `referee-kit: ${failure.message}` : failure);
  process.exitCode = ofUsage(failure) ? 2 : 3;
});
