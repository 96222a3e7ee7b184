// Lines out of the bytes that a bot sends, at most so long as the protocol allows. It is of Node; what waits for lines is in lines.js.
import { MOST_BYTES } from "./lines.js";

export class LineReader {
  #buffer = Buffer.alloc(0);
  #skipping = false; // the rest of a line that was too long

  /** What came after the last line end. */
  get unfinished() {
    return this.#buffer.toString("utf8");
  }

  /** The lines that these bytes end: {text}, or {text, oversize} with the beginning of a line that is too long. */
  take(bytes) {
    const lines = [];
    this.#buffer = Buffer.concat([this.#buffer, bytes]);
    for (let end = this.#buffer.indexOf(10); end >= 0; end = this.#buffer.indexOf(10)) {
      if (!this.#skipping) lines.push(this.#line(this.#buffer.subarray(0, end)));
      this.#buffer = this.#buffer.subarray(end + 1);
      this.#skipping = false;
    }
    if (this.#buffer.length > MOST_BYTES) {
      if (!this.#skipping) lines.push(this.#line(this.#buffer));
      this.#skipping = true;
      this.#buffer = Buffer.alloc(0);
    }
    return lines;
  }

  #line(bytes) {
    if (bytes.length > MOST_BYTES) return { text: bytes.subarray(0, MOST_BYTES).toString("utf8"), oversize: true };
    return { text: bytes.toString("utf8").replace(/\r$/, "") };
  }
}
