// A bot as a process with pipes. Its time ends when this program reads its line: a busy machine may charge it for its own delay.
import { now } from "./clock.js";
import { endTree, launch } from "./launch.js";
import { LineReader } from "./line_reader.js";
import { Lines } from "./lines.js";
import { endOf } from "./process_end.js";

export class Bot extends Lines {
  #process;
  #reader = new LineReader();

  constructor(name, words) {
    super();
    this.name = name;
    this.#process = launch(words);
    this.#process.on("error", (failure) => this.finish(`cannot be started: ${failure.message}`));
    endOf(this.#process).then(({ code, signal }) => this.finish(signal ? `ended by ${signal}` : `ended with exit status ${code}`));
    this.#process.stdin.on("error", () => {}); // it is gone: its output says so
    this.#process.stdout.on("data", (bytes) => this.#cut(bytes, now()));
  }

  send(message) {
    if (this.gone !== null) return;
    this.#process.stdin.write(`${JSON.stringify(message)}\n`);
  }

  /** Ends the process, with a second for it to leave by itself. */
  async end() {
    this.send({ type: "bye", reason: "the match is over" });
    this.#process.stdin.end();
    if (await this.#closed(1000)) return;
    endTree(this.#process);
    await this.#closed(5000);
  }

  async #closed(most) {
    const end = now() + BigInt(most) * 1_000_000n;
    while (this.gone === null && now() < end) {
      this.forget();
      await this.line(end);
    }
    return this.gone !== null;
  }

  #cut(bytes, at) {
    for (const line of this.#reader.take(bytes)) this.take(line, at);
  }
}
