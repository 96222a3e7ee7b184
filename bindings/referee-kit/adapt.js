// An adapter's process: speaks the protocol on standard input and output in place of a program that is written to a course's handout, as `referee adapt` does.
// node adapt.js NAME -- WORDS, as adapters.js makes them. kit.wasm says what is done (bindings/wasm/kit/kit_adapt.cpp), this file does it.
import { spawn } from "node:child_process";
import { closeSync, copyFileSync, mkdirSync, openSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";

import { adapterOf } from "./adapters.js";
import { GameFolder, newPlace, removePlace } from "./game_folder.js";
import { endGroup, isFile, ownGroup, spawnOf } from "./launch.js";
import { LineReader } from "./line_reader.js";
import { endOf, signalText } from "./process_end.js";
import { loadKit } from "./rules.js";
import { reasonOf } from "./trace.js";

const MOST_LINE = 1024 * 1024; // bytes of a referee's line
const LEAVE_MS = 1000; // for an interpreter, after the end of its input

/** Where a program was handed in: the folder of the first word that is a file, but for programs of the system. */
function folderOf(words) {
  const own = words.find((word, i) => (i > 0 || /[\\/]/.test(word)) && !/^\/(usr|bin|sbin|lib\w*)\//.test(path.resolve(word)) && isFile(word));
  return own === undefined ? process.cwd() : path.dirname(path.resolve(own));
}

/** A whole path as seen from the present folder, if it is in it: it holds in a copy of the folder, too. */
function inFolder(word, before = "") {
  const inside = path.relative(process.cwd(), word);
  return !path.isAbsolute(word) || inside === "" || inside.startsWith("..") || path.isAbsolute(inside) ? word : `${before}${inside}`;
}

/** One run of a program, which reads a file and is asked for one line: `answered(printed, how)`, then `ended()`; or `failed(why)`. */
class ProgramRun {
  #process;
  #reader = new LineReader();
  #printed = null; // the line, with its end
  #tell;

  constructor(words, input, folder, tell) {
    this.#tell = tell;
    const file = openSync(input, "r");
    const start = spawnOf(words);
    this.#process = spawn(start.program, start.arguments, { cwd: folder, stdio: [file, "pipe", "inherit"], ...ownGroup(), windowsHide: true, ...start.options });
    closeSync(file);
    this.#process.on("error", (failure) => this.#tell?.failed(`cannot start ${words[0]}: ${reasonOf(failure)}`));
    this.#process.stdout?.on("data", (bytes) => this.#take(bytes));
    endOf(this.#process, () => endGroup(this.#process)).then((end) => this.#end(end));
  }

  /** Ends it with all that it has started. Nothing more is told of it. */
  kill() {
    this.#tell = null;
    endGroup(this.#process);
  }

  /** Its first line is all that is read: one that goes on printing ends by SIGPIPE. */
  #take(bytes) {
    const [line] = this.#reader.take(bytes);
    if (line === undefined || this.#printed !== null) return;
    this.#process.stdout.destroy();
    this.#answer(line.oversize ? line.text : `${line.text}\n`, "");
  }

  #end({ code, signal }) {
    if (this.#printed === null) this.#answer(this.#reader.unfinished, signal ? signalText(signal, ", ", "") : `exit status ${code}`);
    this.#tell?.ended();
  }

  #answer(printed, how) {
    this.#printed = printed;
    this.#tell?.answered(printed, how);
  }
}

/** Plays a program: carries out what kit.wasm orders. */
class ProgramBot {
  #kit;
  #adapter;
  #words;
  #reader = new LineReader(MOST_LINE);
  #lines = []; // of the referee, not heard yet
  #isLost = false; // no more come
  #state = {}; // of the turns: awaits_end, over
  #folder = null;
  #run = null;
  #timer = null;

  constructor(kit, adapter, words) {
    this.#kit = kit;
    this.#adapter = adapter;
    this.#words = [words[0], ...words.slice(1).map((word) => inFolder(word))];
  }

  play() {
    process.stdin.on("data", (bytes) => this.#hear(this.#reader.take(bytes)));
    process.stdin.on("end", () => this.#lose());
    process.stdout.on("error", () => this.#lose());
    this.#tell({ play: { adapter: this.#adapter.name, program: inFolder(this.#words[0], `.${path.sep}`) } });
  }

  /** Ends what it has begun. */
  leave() {
    this.#run?.kill();
    this.#folder?.remove();
    this.#folder = null;
    process.stdin.destroy();
  }

  #lose() {
    this.#isLost = true;
    this.#hear([]);
  }

  /** While the end of a program is awaited, the referee's lines can wait, too. */
  #hear(lines) {
    this.#lines.push(...lines);
    while (this.#lines.length > 0 && !this.#state.awaits_end && !this.#state.over) this.#tell({ heard: this.#lines.shift().text });
    if (this.#isLost && !this.#state.awaits_end && !this.#state.over) this.#tell({ lost: true });
  }

  #tell(event) {
    const { orders, ...state } = this.#kit({ as: event });
    this.#state = state;
    if (!state.awaits_end) clearTimeout(this.#timer);
    orders.forEach((order) => this.#obey(order));
    if (state.over) this.leave();
  }

  #obey(order) {
    if (order.say !== undefined) process.stdout.write(`${order.say}\n`);
    else if (order.tell !== undefined) process.stderr.write(`${order.tell}\n`);
    else if (order.begin) this.#begin();
    else if (order.end) this.#end();
    else if (order.start) this.#start(order.start);
    else if (order.await_ms !== undefined) this.#timer = setTimeout(() => this.#go({ overdue: true }), order.await_ms);
    else if (order.kill) this.#run?.kill();
  }

  #begin() {
    this.#end();
    this.#folder = new GameFolder(process.cwd(), this.#adapter.works_in_copy);
  }

  #end() {
    this.#folder?.remove();
    this.#folder = null;
  }

  #start({ arguments: more, file, text }) {
    try {
      this.#run = new ProgramRun([...this.#words, ...more], this.#folder.put(file, text), this.#folder.path, {
        answered: (printed, how) => this.#tell({ answered: { printed, how } }), ended: () => this.#go({ ended: true }), failed: (why) => this.#go({ cannot_start: why }) });
    } catch (failure) {
      this.#tell({ cannot_start: `cannot start ${this.#words[0]}: ${reasonOf(failure)}` });
    }
  }

  /** An event after which waiting lines may be heard. */
  #go(event) {
    this.#tell(event);
    this.#hear([]);
  }
}

/** Plays a submission by the adapter's interpreter, which has our output. */
class InterpretedBot {
  #kit;
  #adapter;
  #submission;
  #place = newPlace();
  #process;

  constructor(kit, adapter, [submission]) {
    this.#kit = kit;
    this.#adapter = adapter;
    this.#submission = submission;
  }

  play() {
    const isFolder = !isFile(this.#submission);
    const files = isFolder ? readdirSync(this.#submission).filter((name) => isFile(path.join(this.#submission, name))) : [];
    const start = this.#kit({ as: { interpret: { adapter: this.#adapter.name, path: this.#submission, place: this.#place, files } } });
    if (start.note !== "") process.stderr.write(`${start.note}\n`);
    this.#fill(start);
    this.#launch(start);
  }

  leave() {
    if (this.#process) endGroup(this.#process);
    removePlace(this.#place);
  }

  #fill({ files, copy }) {
    const inPlace = (file) => {
      mkdirSync(path.dirname(path.join(this.#place, file)), { recursive: true });
      return path.join(this.#place, file);
    };
    for (const file of files) writeFileSync(inPlace(file.path), file.text);
    if (copy.path !== "") inPlace(copy.path);
    if (copy.name !== "") copyFileSync(path.join(this.#submission, copy.name), inPlace(copy.path));
  }

  #launch({ words, environment, works_there: isThere }) {
    const start = spawnOf(words);
    this.#process = spawn(start.program, start.arguments, { cwd: isThere ? this.#place : undefined, env: { ...process.env, ...environment },
      stdio: ["pipe", "inherit", "inherit"], ...ownGroup(), windowsHide: true, ...start.options });
    this.#process.on("error", (failure) => this.#end(`cannot start ${words[0]}: ${reasonOf(failure)}`, 3));
    this.#process.stdin.on("error", () => {}); // it is gone: its end says so
    process.stdin.pipe(this.#process.stdin);
    process.stdin.on("end", () => setTimeout(() => endGroup(this.#process), LEAVE_MS).unref());
    endOf(this.#process, () => endGroup(this.#process)).then(({ code, signal }) => this.#end(signal ? `${words[0]} ended with ${signalText(signal)}` : "", code ?? 1));
  }

  #end(why, code) {
    if (why !== "") process.stderr.write(`${why}\n`);
    process.exitCode = code;
    process.stdin.destroy();
    removePlace(this.#place);
  }
}

async function adapt([name, dashes, ...words]) {
  const kit = await loadKit();
  const adapter = adapterOf(kit, name);
  if (adapter === null || dashes !== "--" || words.length === 0) throw new Error("expected NAME -- WORDS, with the name of an adapter");
  process.chdir(folderOf(words));
  const bot = adapter.takes === "program" ? new ProgramBot(kit, adapter, words) : new InterpretedBot(kit, adapter, words);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.once(signal, () => {
      bot.leave();
      process.exit(1);
    });
  }
  bot.play();
}

adapt(process.argv.slice(2)).catch((failure) => {
  console.error(failure.message);
  process.exitCode = 2;
});
