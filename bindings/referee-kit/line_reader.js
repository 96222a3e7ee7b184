// Lines out of the bytes that a bot or a referee sends, at most so long as the protocol allows. It is of Node; what waits for lines is in lines.js.
import { MOST_BYTES } from "./lines.js";

const MOST_HEX = 64; // bytes that are shown of a line that is no UTF-8

export class LineReader {
  #most;
  #buffer = Buffer.alloc(0);
  #skipping = false; // the rest of a line that was too long

  constructor(most = MOST_BYTES) {
    this.#most = most;
  }

  /** What came after the last line end. */
  get unfinished() {
    return this.#buffer.toString("utf8");
  }

  /** The lines that these bytes end: {text}, with {hex} if it is no UTF-8, or {text, oversize} with the beginning of a line that is too long. */
  take(bytes) {
    const lines = [];
    this.#buffer = Buffer.concat([this.#buffer, bytes]);
    for (let end = this.#buffer.indexOf(10); end >= 0; end = this.#buffer.indexOf(10)) {
      if (!this.#skipping) lines.push(this.#line(this.#buffer.subarray(0, end)));
      this.#buffer = this.#buffer.subarray(end + 1);
      this.#skipping = false;
    }
    if (this.#buffer.length > this.#most) {
      if (!this.#skipping) lines.push(this.#line(this.#buffer));
      this.#skipping = true;
      this.#buffer = Buffer.alloc(0);
    }
    return lines;
  }

  #line(bytes) {
    if (bytes.length > this.#most) return { text: bytes.subarray(0, this.#most).toString("utf8"), oversize: true };
    const text = bytes.toString("utf8");
    const isUtf8 = !text.includes("\ufffd") || bytes.equals(Buffer.from(text));
    return { text: text.replace(/\r$/, ""), ...(isUtf8 ? {} : { hex: bytes.subarray(0, MOST_HEX).toString("hex") }) };
  }
}
