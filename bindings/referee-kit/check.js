// referee-kit check: tries a bot on all that the protocol asks, with the findings of `referee check-bot`. This file is the bot as a process; examine.js does the rest.
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";

import { nowUs } from "./clock.js";
import { examine } from "./examine.js";
import { endTree, launch } from "./launch.js";
import { LineReader } from "./line_reader.js";
import { Usage } from "./options.js";
import { endOf, signalText } from "./process_end.js";
import { loadKit } from "./rules.js";

/** One process of the bot under test: what it does goes to `tell`. */
class WatchedBot {
  #reader = new LineReader();
  #process;
  #tell;

  constructor(words, tell) {
    this.#tell = tell;
    this.#process = launch(words, { stderr: "pipe" });
    this.#process.on("spawn", () => this.#say({ started: true }));
    this.#process.on("error", (failure) => this.#say({ failed: new Usage(`cannot start '${words[0]}': ${failure.code === "ENOENT" ? "there is no such program" : failure.message}`) }));
    this.#process.stdin.on("error", () => {}); // it is gone: its output says so
    this.#process.stdout.on("data", (bytes) => this.#take(bytes));
    this.#process.stdout.on("end", () => this.#say({ closed: this.#reader.unfinished }));
    this.#process.stderr.on("data", (bytes) => this.#say({ stderr: bytes.toString("utf8") }));
    endOf(this.#process).then(({ code, signal }) => this.#say({ ended: signal ? signalText(signal) : `exit status ${code}` }));
  }

  say(line) {
    this.#process.stdin.write(`${line}\n`);
  }

  endInput() {
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
  const told = await examine(kit, { ...asked, random: randomBytes(32).toString("hex") },
    { start: (tell) => new WatchedBot(words, tell), found: out });
  out(told.report);
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(told.json, null, 2)}\n`);
  return told.violations > 0 ? 1 : 0;
}
