// The record of a match, version 1, as protocol/RECORD.md of referee has it.
import { createHash } from "node:crypto";

const hashOf = (text) => createHash("sha256").update(text).digest("hex");

export class Record {
  constructor(header) {
    this.text = `${JSON.stringify(header)}\n`;
  }

  turn(line) {
    this.text += `${line}\n`;
  }

  /** The last line. `opening`: JSON of an object without its closing bracket. */
  close(opening) {
    const last = `${opening},"digest":"${hashOf(this.text)}","ended":"${new Date().toISOString()}"`;
    this.text += `${last},"seal":"${hashOf(this.text + last)}"}\n`;
  }
}
