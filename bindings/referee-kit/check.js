// referee-kit check: tries a bot on all that the protocol asks, with the findings of `referee check-bot`. bindings/wasm/kit/kit_check.cpp
// orders what is done with the bot's process; this file does it, and tells what the process did.
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { constants } from "node:os";

import { endTree, launch } from "./launch.js";
import { LineReader } from "./line_reader.js";
import { loadKit, nowUs } from "./rules.js";
import { Usage } from "./options.js";

const SIGNALS = { SIGABRT: "Aborted", SIGFPE: "Floating point exception", SIGINT: "Interrupt", SIGKILL: "Killed", SIGSEGV: "Segmentation fault",
  SIGTERM: "Terminated" };
const DRAINED_MS = 200; // from the end of a process to that of its output, which a child of it may hold open

/** "exit status 1", "signal 9 (Killed)" */
const statusOf = (code, signal) => (signal ? `signal ${constants.signals[signal]} (${SIGNALS[signal] ?? signal})` : `exit status ${code}`);

/** One process of the bot under test: what it does goes to `tell`. */
class WatchedBot {
  #reader = new LineReader();
  #process;
  #tell;

  constructor(words, tell) {
    this.#tell = tell;
    this.#process = launch(words, { stderr: "pipe" });
    this.#process.on("spawn", () => this.#say({ started: true }));
    this.#process.on("error", (failure) => this.#say({ failed: failure }));
    this.#process.stdin.on("error", () => {}); // it is gone: its output says so
    this.#process.stdout.on("data", (bytes) => this.#take(bytes));
    this.#process.stdout.on("end", () => this.#say({ closed: this.#reader.unfinished }));
    this.#process.stderr.on("data", (bytes) => this.#say({ stderr: bytes.toString("utf8") }));
    const ended = new Promise((resolve) => { this.#process.on("close", resolve); });
    this.#process.on("exit", async (code, signal) => {
      await Promise.race([ended, new Promise((resolve) => { setTimeout(resolve, DRAINED_MS); })]);
      this.#say({ ended: statusOf(code, signal) });
    });
  }

  say(line) {
    this.#process.stdin.write(`${line}\n`);
  }

  finish() {
    this.#process.stdin.end();
  }

  /** Ends it; nothing more is told of it. */
  stop() {
    this.#tell = null;
    endTree(this.#process);
  }

  #say(event) {
    this.#tell?.(event);
  }

  #take(bytes) {
    const at_us = nowUs();
    for (const { text, oversize = false } of this.#reader.take(bytes)) this.#say({ line: text, oversize, at_us });
    this.#say({ unfinished: this.#reader.unfinished }); // also "": the end of a line may come by itself
  }
}

/** Examines a bot. `asked`: {games?, options?, clock?, turns?, answer_s?, pause_ms?}. `words`: its command. `json`: a file for the findings. Returns
 * the exit code: 1 for violations. */
export async function check(asked, words, { json, out = (text) => process.stdout.write(text) } = {}) {
  const kit = await loadKit();
  const examination = new CheckRun(words, out);
  const told = await examination.run(kit, { ...asked, random: randomBytes(32).toString("hex") });
  out(told.report);
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(told.json, null, 2)}\n`);
  return told.violations > 0 ? 1 : 0;
}

class CheckRun {
  #words;
  #out;
  #bot = null;
  #events = [];
  #wake = () => {};

  constructor(words, out) {
    this.#words = words;
    this.#out = out;
  }

  async run(kit, asked) {
    try {
      for (let told = kit({ check: asked }); ; told = kit({ events: this.#events.splice(0) })) {
        told.orders.forEach((order) => this.#obey(order));
        if (told.report !== undefined) return told;
        await this.#something(told.wait_until_us);
        const failed = this.#events.find((event) => event.failed)?.failed;
        if (failed) throw new Usage(`cannot start '${this.#words[0]}': ${failed.code === "ENOENT" ? "there is no such program" : failed.message}`);
      }
    } finally {
      this.#bot?.stop();
    }
  }

  #obey(order) {
    if (order.finding !== undefined) this.#out(order.finding);
    else if (order.say !== undefined) this.#bot.say(order.say);
    else if (order.finish) this.#bot.finish();
    else if (order.stop) this.#bot.stop();
    else if (order.start) this.#bot = new WatchedBot(this.#words, (event) => { this.#events.push(event); this.#wake(); });
  }

  /** Waits for an event, or until that time of the steady clock. */
  async #something(until) {
    const left = (until - nowUs()) / 1000;
    if (this.#events.length > 0 || left <= 0) return;
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.min(left + 1, 2 ** 31 - 1));
      this.#wake = () => { clearTimeout(timer); resolve(); };
    });
  }
}
