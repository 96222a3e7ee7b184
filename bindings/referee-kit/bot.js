// A bot as a process with pipes. Its time ends when this program reads its line: a busy machine may charge it for its own delay.
import { endTree, launch } from "./launch.js";
import { LineReader } from "./lines.js";

export class Bot {
  #process;
  #reader = new LineReader();
  #lines = [];
  #wake = null;

  constructor(name, words) {
    this.name = name;
    this.gone = null; // why it plays no more
    this.#process = launch(words);
    this.#process.on("error", (failure) => this.#end(`cannot be started: ${failure.message}`));
    this.#process.on("exit", (code, signal) => { this.exit = signal ? `ended by ${signal}` : `ended with exit status ${code}`; });
    this.#process.on("close", () => this.#end(this.exit ?? "its output has ended"));
    this.#process.stdin.on("error", () => {}); // it is gone: its output says so
    this.#process.stdout.on("data", (bytes) => this.#take(bytes, process.hrtime.bigint()));
  }

  send(message) {
    if (this.gone === null) this.#process.stdin.write(`${JSON.stringify(message)}\n`);
  }

  /** The next line: {text, at}, or {oversize, at}; at `deadline`, a time of process.hrtime.bigint(), null; {gone, at} once it has ended. */
  async line(deadline) {
    for (;;) {
      if (this.#lines.length > 0) return this.#lines.shift();
      if (this.gone !== null) return { gone: this.gone, at: process.hrtime.bigint() };
      const left = Number(deadline - process.hrtime.bigint()) / 1e6;
      if (left <= 0) return null;
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, Math.min(left + 1, 2 ** 31 - 1));
        this.#wake = () => { clearTimeout(timer); resolve(); };
      });
    }
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
    const end = process.hrtime.bigint() + BigInt(most) * 1_000_000n;
    while (this.gone === null && process.hrtime.bigint() < end) {
      this.#lines = [];
      await this.line(end);
    }
    return this.gone !== null;
  }

  #end(why) {
    this.gone ??= why;
    this.#wake?.();
  }

  #take(bytes, at) {
    for (const line of this.#reader.take(bytes)) this.#lines.push({ ...line, at });
    this.#wake?.();
  }
}
