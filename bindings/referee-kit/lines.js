// Lines of a bot that have arrived and were not read yet, and whether more can come.
import { now } from "./clock.js";

export const MOST_BYTES = 65536; // of a line of a bot, as the protocol has it

export class Lines {
  #lines = [];
  #wake = null;
  gone = null; // why it plays no more

  /** A line, {text} or {oversize: true}, that came at `at`, a time of clock.js. */
  take(line, at) {
    this.#lines.push({ ...line, at });
    this.#wake?.();
  }

  /** No more lines come. */
  finish(why) {
    this.gone ??= why;
    this.#wake?.();
  }

  forget() {
    this.#lines = [];
  }

  /** The next line: {text, at}, or {oversize, at}; at `deadline`, a time of clock.js, null; {gone, at} once there are no more. */
  async line(deadline) {
    for (;;) {
      if (this.#lines.length > 0) return this.#lines.shift();
      if (this.gone !== null) return { gone: this.gone, at: now() };
      const left = Number(deadline - now()) / 1e6;
      if (left <= 0) return null;
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, Math.min(left + 1, 2 ** 31 - 1));
        this.#wake = () => { clearTimeout(timer); resolve(); };
      });
    }
  }
}
