// What an interrupted series needs to go on: REPORTS/RUN.series.json. The games that were played are the records.
import { readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync, mkdirSync, openSync, closeSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";

import { wrong } from "./options.js";

const ENDING = ".series.json";
const markOf = (folder, run) => path.join(folder, `.${run}.running`);

/** Whether the process plays still. One of another user does, too. */
function lives(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (failure) {
    return failure.code === "EPERM";
  }
}

/** Marks a run as played by this process; false if another one plays it. */
function take(mark) {
  try {
    const file = openSync(mark, "wx");
    writeFileSync(file, String(process.pid));
    closeSync(file);
    return true;
  } catch (failure) {
    if (failure.code !== "EEXIST") throw failure;
    return false;
  }
}

/** Reserves a name for the games of one run, as "walls-1": no record has it, and no other run that plays now. Returns {run, free()}. */
export function reserveRun(reports, game) {
  const folder = path.join(reports, "records");
  mkdirSync(folder, { recursive: true });
  for (let number = 1; ; ++number) {
    const run = `${game}-${number}`;
    const mark = markOf(folder, run);
    if (!take(mark)) continue;
    const free = () => rmSync(mark, { force: true });
    const isTaken = readdirSync(folder).some((name) => name.startsWith(`${run}g`)) || statSync(path.join(reports, run + ENDING), { throwIfNoEntry: false });
    if (!isTaken) return { run, free };
    free();
  }
}

/** Writes the file of a new run. `content`: {run, seed, salts, asked}; `asked`: all that decides what is played. */
export function writeSeriesFile(reports, content) {
  const file = path.join(reports, content.run + ENDING);
  writeFileSync(`${file}.new`, `${JSON.stringify({ series: 1, ...content }, null, 2)}\n`);
  renameSync(`${file}.new`, file);
}

function readSeriesFile(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (failure) {
    return wrong(`${file}: ${failure.message}`);
  }
}

/** The newest run that was begun with `asked`, and with `seed` if one is given: {run, seed, salts, free()}. */
export function findSeries(reports, asked, seed) {
  const names = statSync(reports, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(reports).filter((name) => name.endsWith(ENDING)) : [];
  const files = names.map((name) => path.join(reports, name)).map((file) => ({ file, time: statSync(file).mtimeMs })).sort((one, other) => other.time - one.time);
  const found = files.map(({ file }) => readSeriesFile(file)).find((content) => isDeepStrictEqual(content.asked, asked) && (seed === undefined || seed === content.seed));
  if (found === undefined) {
    return wrong(`--resume: ${reports} has no run that was begun with these arguments; only the number of games, --jobs and the files to write may differ`);
  }
  const mark = markOf(path.join(reports, "records"), found.run);
  if (!take(mark)) {
    if (lives(Number(readFileSync(mark, "utf8")))) wrong(`${path.join(reports, found.run + ENDING)}: this series is being played by another referee-kit`);
    writeFileSync(mark, String(process.pid)); // its program ended without a word
  }
  return { ...found, free: () => rmSync(mark, { force: true }) };
}
