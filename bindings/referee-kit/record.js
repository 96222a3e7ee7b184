// The record of a match, version 1, as protocol/RECORD.md of referee has it.
export class Record {
  #rules;

  /** `rules`: of rules.wasm, which have SHA-256. */
  constructor(header, rules) {
    this.#rules = rules;
    this.text = `${JSON.stringify(header)}\n`;
  }

  turn(line) {
    this.text += `${line}\n`;
  }

  /** The last line. `opening`: JSON of an object without its closing bracket. */
  close(opening) {
    const last = `${opening},"digest":"${this.#hashOf(this.text)}","ended":"${new Date().toISOString()}"`;
    this.text += `${last},"seal":"${this.#hashOf(this.text + last)}"}\n`;
  }

  #hashOf(text) {
    return this.#rules.match({ digest: text }).digest;
  }
}
