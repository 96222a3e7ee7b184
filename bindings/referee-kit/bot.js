// A bot as a process with pipes. Its time ends when this program reads its line: a busy machine may charge it for its own delay.
import { now } from "./clock.js";
import { launch } from "./launch.js";
import { Lines } from "./lines.js";

const MOST_BYTES = 65536; // of a line, as the protocol has it

export class Bot extends Lines {
  #process;
  #buffer = Buffer.alloc(0);
  #skipping = false; // the rest of a line that was too long

  constructor(name, words) {
    super();
    this.name = name;
    this.#process = launch(words);
    this.#process.on("error", (failure) => this.finish(`cannot be started: ${failure.message}`));
    this.#process.on("exit", (code, signal) => { this.exit = signal ? `ended by ${signal}` : `ended with exit status ${code}`; });
    this.#process.on("close", () => this.finish(this.exit ?? "its output has ended"));
    this.#process.stdin.on("error", () => {}); // it is gone: its output says so
    this.#process.stdout.on("data", (bytes) => this.#cut(bytes, now()));
  }

  send(message) {
    if (this.gone === null) this.#process.stdin.write(`${JSON.stringify(message)}\n`);
  }

  /** Ends the process, with a second for it to leave by itself. */
  async end() {
    this.send({ type: "bye", reason: "the match is over" });
    this.#process.stdin.end();
    if (await this.#closed(1000)) return;
    this.#process.kill("SIGKILL");
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
    this.#buffer = Buffer.concat([this.#buffer, bytes]);
    for (let end = this.#buffer.indexOf(10); end >= 0; end = this.#buffer.indexOf(10)) {
      const line = this.#buffer.subarray(0, end);
      this.#buffer = this.#buffer.subarray(end + 1);
      if (!this.#skipping) this.take(line.toString("utf8").replace(/\r$/, ""), line.length, at);
      this.#skipping = false;
    }
    if (this.#buffer.length > MOST_BYTES) {
      if (!this.#skipping) this.take("", this.#buffer.length, at);
      this.#skipping = true;
      this.#buffer = Buffer.alloc(0);
    }
  }
}
