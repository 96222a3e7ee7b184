#!/usr/bin/env node
// referee-kit: commands of referee for machines on which referee itself does not run.
import { check } from "./check.js";
import { KitError } from "./kit_calls.js";
import { Usage, clockOf, fileFault, fileToWrite, numberOf, oneBot, optionsOf, parsed, readFile, wrong } from "./options.js";
import { recordNamed, showPage } from "./replay.js";
import { loadRules } from "./rules.js";
import { playSeries } from "./series.js";
import { verify } from "./verify.js";

const USAGE = `Usage: referee-kit match GAME --bot COMMAND [--bot COMMAND...] [OPTIONS]
       referee-kit check [GAME] --bot COMMAND [OPTIONS]
       referee-kit verify RECORD... [--json]
       referee-kit replay [RECORD] [--html FILE] [--seat SEAT]

match plays one match or a series between programs of this machine, and writes records:
  --bot [NAME=]COMMAND   a bot's command, or sample:NAME; one for each seat, any number for a game of one seat
  --seed NUMBER          seed of the first game or pair, the next has one more; default: drawn
  --option KEY=VALUE     an option of the game; a VALUE that is no JSON is a text
  --clock CLOCK          a clock as JSON or @FILE; default: the game's own
  --salt HEX             32 hex digits; default: drawn for each game
  --games NUMBER         games to play; seats rotate between them
  --pairs NUMBER         pairs of games: both have one seed, seats are swapped
  --sprt TEST            plays pairs until a sequential test has decided, as elo0=0,elo1=20
  --sprt-mean TEST       for a game of one seat, as delta=1
  --fill COMMAND         the bot on the seats that no --bot has, at tables of more than two
  --opponents PATH       a folder of programs, or a file with a command a line: each --bot meets each of them
  --openings FILE        an opening a line, a JSON list of turns, for the pairs of games in order
  --random-plies TURNS   begins each pair of games with so many random legal turns
  --jobs NUMBER          games at the same time (default: 1); clocks are wall time, so leave a core to each bot
  --resume               goes on with the newest run in --reports that was begun with the same arguments
  --reports FOLDER       folder for records (default: out)
  --json FILE, --csv FILE   results for programs
  --verbose              prints a line a game
  --browser              afterwards, opens the page of the last match
check tries a bot on all that the protocol asks, and says how to mend what it does wrong:
  --bot COMMAND          the bot's command, in quotes; where -- arrives (not in PowerShell), -- COMMAND... in place of it
  --game GAME            a game that the bot is for, as GAME; default: all are tried
  --option, --clock      as for match
  --turns NUMBER, --answer-s SECONDS, --pause-ms MS, --json FILE   as for referee check-bot
verify plays records again, files or folders. replay writes the page of a record, and opens it in the browser:
  --html FILE            the page; default: beside the record
  --seat SEAT            what the player at this seat saw
  --no-open              only writes it
There is no sandbox: a bot can do to this machine what you can. Clocks end when this program reads an answer.
Exit code: 0 done, 1 a record differs or a bot breaks the protocol, 2 wrong use, 3 a fault of this program.`;

const text = { type: "string" };
const texts = { type: "string", multiple: true };
const flag = { type: "boolean" };

async function match(words) {
  const { values, positionals } = parsed(words, { bot: texts, seed: text, option: texts, clock: text, salt: text, games: text, pairs: text, sprt: text,
    "sprt-mean": text, fill: text, opponents: text, openings: text, "random-plies": text, jobs: text, resume: flag,
    reports: { ...text, default: "out" }, json: text, csv: text, verbose: flag, browser: flag });
  if (positionals.length !== 1) wrong("match: expected one GAME");
  if (values.salt !== undefined && !/^[0-9a-f]{32}$/.test(values.salt)) wrong(`--salt: got '${values.salt}', expected 32 hex digits`);
  if (values.games !== undefined && (values.pairs !== undefined || values.sprt !== undefined)) {
    wrong("--games and --pairs or --sprt: expected one of them; a pair is two games");
  }
  if (values.openings !== undefined && values["random-plies"] !== undefined) wrong("--openings and --random-plies: expected one of them");
  const { openings } = values;
  return playSeries({ game: positionals[0], options: optionsOf(values.option), seed: numberOf("--seed", values.seed, 0, Number.MAX_SAFE_INTEGER), salt: values.salt,
    entrants: values, clock: clockOf(values.clock), games: numberOf("--games", values.games, 1, 1e6), pairs: numberOf("--pairs", values.pairs, 1, 1e6),
    sprt: values.sprt, sprtMean: values["sprt-mean"], openings: openings === undefined ? undefined : { file: openings, text: readFile("--openings", openings) },
    randomPlies: numberOf("--random-plies", values["random-plies"], 1, 1000), jobs: numberOf("--jobs", values.jobs, 1, 256, 1), resume: values.resume ?? false,
    reports: values.reports, json: fileToWrite("--json", values.json), csv: fileToWrite("--csv", values.csv), verbose: values.verbose, browser: values.browser });
}

function checkBot(words) {
  const given = parsed(words, { bot: text, game: texts, option: texts, clock: text, turns: text, "answer-s": text, "pause-ms": text, json: text });
  const { values, positionals } = given;
  if (positionals.length > 1) wrong(`check: got '${positionals[1]}', expected one GAME; the bot's command is --bot "${positionals.slice(1).join(" ")}"`);
  const games = [...positionals, ...(values.game ?? [])];
  return check({ games: games.length > 0 ? games : undefined, options: optionsOf(values.option), clock: clockOf(values.clock),
    turns: numberOf("--turns", values.turns, 1, 1e6), answer_s: numberOf("--answer-s", values["answer-s"], 1, 86400),
    pause_ms: numberOf("--pause-ms", values["pause-ms"], 1, 600000) }, oneBot(given), { json: fileToWrite("--json", values.json) });
}

function replay(words) {
  const { values, positionals } = parsed(words, { html: text, seat: text, "no-open": flag });
  if (positionals.length > 1) wrong(`replay: got '${positionals[1]}', expected one RECORD`);
  return showPage(recordNamed(positionals[0]), { html: fileToWrite("--html", values.html), seat: numberOf("--seat", values.seat, 0, 1e6), open: !values["no-open"] });
}

function verifyRecords(words) {
  const { values, positionals } = parsed(words, { json: flag });
  return positionals.length > 0 ? verify(positionals, values) : wrong("verify: expected a RECORD");
}

async function version() {
  console.log(`referee-kit ${(await loadRules()).version}`);
  return 0;
}

function help() {
  console.log(USAGE);
  return 0;
}

const COMMANDS = { match, check: checkBot, "check-bot": checkBot, verify: verifyRecords, replay, "--version": version, "--help": help, "-h": help };

async function run([command, ...words]) {
  if (!Object.hasOwn(COMMANDS, command ?? "")) return wrong(command === undefined ? USAGE : `no command '${command}': --help names them`);
  return words.includes("--help") && !words.slice(0, words.indexOf("--help")).includes("--") ? help() : COMMANDS[command](words);
}

const isUsage = (failure) => failure instanceof Usage || failure instanceof KitError || failure.constructor.name === "RulesError" ||
  String(failure.code).startsWith("ERR_PARSE_ARGS") || /^a ["'] is open/.test(failure.message);

run(process.argv.slice(2)).then((code) => { process.exitCode = code; }, (failure) => {
  const told = isUsage(failure) ? failure.message : fileFault(failure);
  console.error(told === null ? failure : `referee-kit: ${told}`);
  process.exitCode = told === null ? 3 : 2;
});
