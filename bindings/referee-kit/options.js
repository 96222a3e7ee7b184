// The words of a command line: options, and what they may be.
import { closeSync, existsSync, openSync, readFileSync, readdirSync, unlinkSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { isFolder, isProgram, wordsOf } from "./launch.js";

/** Wrong use: told in one line, exit code 2. */
export class Usage extends Error {}

export const wrong = (text) => { throw new Usage(text); };

const jsonOr = (text, otherwise) => {
  try {
    return JSON.parse(text);
  } catch {
    return otherwise(text);
  }
};

/** {values, positionals, command}: what stands behind "--" is the command, null without one. */
export function parsed(words, options) {
  const cut = words.indexOf("--");
  const { values, positionals } = parseArgs({ args: cut < 0 ? words : words.slice(0, cut), options, allowPositionals: true });
  return { values, positionals, command: cut < 0 ? null : words.slice(cut + 1) };
}

/** A whole number from `least` to `most`; `otherwise` without one. */
export function numberOf(option, text, least, most, otherwise) {
  if (text === undefined) return otherwise;
  const number = Number(text);
  return /^\d+$/.test(text) && number >= least && number <= most ? number : wrong(`${option}: got '${text}', expected ${least} to ${most}`);
}

/** Text also as the shells and editors of Windows write it: in UTF-16, or with a mark at its beginning. */
function textOf(bytes) {
  const wide = bytes.length > 1 && ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff));
  return new TextDecoder(wide ? (bytes[0] === 0xff ? "utf-16le" : "utf-16be") : "utf-8").decode(bytes);
}

export function readFile(option, file) {
  try {
    return textOf(readFileSync(file));
  } catch (failure) {
    return wrong(`${option}: ${file}: cannot be read: ${failure.code === "ENOENT" ? "no such file" : failure.message}`);
  }
}

const REASONS = { ENOENT: "its folder is not there", EACCES: "permission denied", EPERM: "permission denied", EISDIR: "is a folder", ENOTDIR: "its folder is a file",
  EEXIST: "its folder is a file", EROFS: "the disk takes no files", ENOSPC: "the disk is full", EBUSY: "another program has it open" };

/** For people: why the system does not give a file; null: the failure is another one. */
export function fileFault({ code, path: file, message, syscall = "" }) {
  if (file === undefined || syscall.startsWith("spawn")) return null;
  return `${file}: cannot be ${/^(scandir|l?stat|read)/.test(syscall) ? "read" : "written"}: ${REASONS[code] ?? message}`;
}

/** A file that is written at the end, tried before anything is played. undefined without one. */
export function fileToWrite(option, file) {
  if (file === undefined) return undefined;
  try {
    const isNew = !existsSync(file);
    closeSync(openSync(file, "a"));
    if (isNew) unlinkSync(file);
    return file;
  } catch (failure) {
    return wrong(`${option}: ${fileFault(failure) ?? failure.message}`);
  }
}

export function optionsOf(pairs = []) {
  return Object.fromEntries(pairs.map((pair) => {
    const [, key, value] = /^([^=]+)=(.*)$/s.exec(pair) ?? wrong(`--option: got '${pair}', expected KEY=VALUE`);
    return [key, jsonOr(value.startsWith("@") ? readFile("--option", value.slice(1)) : value, (text) => text)];
  }));
}

export function clockOf(text) {
  if (text === undefined) return undefined;
  return jsonOr(text.startsWith("@") ? readFile("--clock", text.slice(1)) : text, (shown) => wrong(`--clock: got '${shown}', expected JSON`));
}

const SAMPLES = fileURLToPath(new URL("samples/", import.meta.url));

/** The program of a sample bot: those in C++ by the names that `referee` has, "random" and "GAME_random" of the other games the one in JavaScript
 * that plays all games, "NAME.js" and "NAME.py" files. */
function sampleOf(name) {
  const compiled = JSON.parse(readFileSync(path.join(SAMPLES, "bots.json"), "utf8"));
  if (compiled.includes(name)) return [process.execPath, path.join(SAMPLES, "sample_bot.mjs"), name];
  const file = /^([a-z]+_)?random$/.test(name) ? "random_bot.js" : name;
  if (!/^\w+\.(js|py)$/.test(file) || /^referee\./.test(file) || !existsSync(path.join(SAMPLES, file))) {
    wrong(`--bot: got 'sample:${name}', expected sample:random, a file as sample:random_bot.js or sample:walls_random.py, or one of ${compiled.join(", ")}`);
  }
  const program = path.join(SAMPLES, file);
  return file.endsWith(".js") ? [process.execPath, program] : ["python3", program];
}

/** The words of a bot's command, those of the sample bot for one that is "sample:NAME". */
export function botWords(words) {
  if (words.length === 0) wrong("--bot: expected a command");
  const sample = /^sample:(.*)$/.exec(words[0])?.[1];
  return sample === undefined ? words : [...sampleOf(sample), ...words.slice(1)];
}

/** The command of one bot, by --bot or behind "--", which the shims of npm for PowerShell do not hand on. */
export function oneBot({ values, command }) {
  if ((values.bot === undefined) === (command === null)) wrong('expected the bot\'s command: --bot "COMMAND"');
  return botWords(values.bot === undefined ? command : wordsOf(values.bot));
}

/** "[NAME=]COMMAND" as {named?, given: the words of the command}. */
function commandOf(text) {
  const [, named, command] = /^(?:([A-Za-z0-9][A-Za-z0-9._-]{0,31})=)?(.*)$/s.exec(text);
  return { named, given: wordsOf(command) };
}

const nameOf = ({ named, given }) => {
  const script = given[0].startsWith("sample:") ? given[0].slice("sample:".length) : /\.\w+$/.test(given[1] ?? "") ? given[1] : given[0];
  return named ?? (path.parse(script.replaceAll("\\", "/")).name.replace(/[^A-Za-z0-9._-]/g, "").slice(0, 28) || "bot");
};

/** [{name, words}] of commands. Two of a name get numbers, as `referee match` gives them. */
function entrantsOf(commands) {
  const taken = new Set();
  return commands.map((command) => {
    const words = botWords(command.given);
    const base = nameOf(command);
    let name = base;
    for (let number = 2; taken.has(name.toLowerCase()); ++number) name = `${base}-${number}`;
    taken.add(name.toLowerCase());
    return { name, words };
  });
}

/** The commands of --opponents: a folder of programs, or of folders with a program that is called run; or a file with a command a line. */
function opponentsIn(pool) {
  const commands = isFolder(pool)
    ? readdirSync(pool).filter((name) => !name.startsWith(".")).sort().map((name) => {
      const inside = isFolder(path.join(pool, name));
      const program = path.resolve(pool, name, ...(inside ? ["run"] : []));
      if (!isProgram(program)) {
        wrong(`--opponents: ${path.join(pool, name)} is no bot: expected a program that may be executed, or a folder with one that is called run`);
      }
      return { named: inside && /^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/.test(name) ? name : undefined, given: [program] };
    })
    : readFile("--opponents", pool).split("\n").map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#")).map(commandOf);
  return commands.length > 0 ? commands : wrong(`--opponents: ${pool} has no bot`);
}

/** Who plays: {bots: [{name, words}], own, opponents}, those of --bot first, then those of --opponents and of --fill, with the numbers of the first two.
 * `room`: how many --fill adds to {own, opponents}. */
export function meetingOf({ bot = [], opponents, fill }, room) {
  const own = bot.map(commandOf);
  const pool = opponents === undefined ? [] : opponentsIn(opponents);
  const counts = { own: own.length, opponents: pool.length };
  const filling = Array(room(counts)).fill(fill).map(commandOf);
  return { bots: entrantsOf([...own, ...pool, ...filling]), ...counts };
}
