// --trace: every line between this program and a bot, or a referee and this program, with its time, as protocol/TRACE.md of referee has it.
import { closeSync, openSync, writeSync } from "node:fs";

import { now } from "./clock.js";
import { MOST_BYTES } from "./lines.js";
import { wrong } from "./options.js";

const SECRETS = /(token|registration_code)$/i; // ends of keys
// A key, behind it a value in quotes that have backslashes, in plain quotes, or in none.
const NAMED = /(?:token|registration_code)\\*["']?[ \t]*[:=][ \t]*(?:\\+(["'])(.*?)(?=\1|$)|(["'])((?:\\.|(?!\3).)*)|([^\s,;})\]"']+))/gis;
const MOST_TEXT = 4096;
const SHORTEST = 6; // shorter ones may stand in other texts by chance
const LONGEST = 4096;
const MOST_KNOWN = 64; // the newest stay

const REASONS = { ENOENT: "No such file or directory", EACCES: "Permission denied", EISDIR: "Is a directory", ENOSPC: "No space left on device" };

/** Why a call of the system has failed, in its words. */
export const reasonOf = (failure) => REASONS[failure.code] ?? failure.message;
const seconds = (ns) => (Number(ns / 1000n) / 1e6).toFixed(6);
// A terminal that shows the file obeys none of these; JSON escapes the others by itself.
const harmless = (json) => json.replace(/\p{C}/gu, (letter) => [...Array(letter.length).keys()].map((i) => `\\u${letter.charCodeAt(i).toString(16).padStart(4, "0")}`).join(""));

/** Replaces secrets by "***", as referee does (referee/net/secret_mask.h). */
export class SecretMask {
  #known = [];

  learn(secret) {
    if (secret.length < SHORTEST || secret.length > LONGEST || this.#known.includes(secret)) return;
    this.#known = [...this.#known.slice(1 - MOST_KNOWN), secret];
  }

  masked(text) {
    let masked = text.replace(NAMED, (all, ...groups) => {
      const secret = groups[1] || groups[3] || groups[4];
      if (!secret) return all;
      this.learn(secret);
      this.learn(/^[\w.~+/=-]*/.exec(secret)[0]); // a complaint about the rest may quote this
      return `${all.slice(0, all.length - secret.length)}***`;
    });
    for (const secret of this.#known) masked = masked.replaceAll(secret, "***");
    return masked;
  }

  clean(value) {
    if (typeof value === "string") return this.masked(value);
    if (Array.isArray(value)) return value.map((part) => this.clean(part));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => {
      const isSecret = SECRETS.test(key) && part !== null && part !== "";
      if (isSecret && typeof part === "string") this.learn(part);
      return [this.masked(key), isSecret ? "***" : this.clean(part)];
    }));
  }
}

export class Trace {
  #file;
  #fd; // null: it is closed
  #began = now();
  #mask = new SecretMask();
  #connections = 0;

  /** Writes the file anew. `command`: of this program. Throws Usage if it cannot be written. */
  constructor(file, { version, command }) {
    this.#file = file;
    try {
      this.#fd = openSync(file, "w", 0o600);
    } catch (failure) {
      wrong(`--trace: cannot write ${file}: ${reasonOf(failure)}`);
    }
    this.event({ event: "trace", version: 1, began: new Date().toISOString().replace("Z", "000Z"), program: `referee ${version}`, command });
  }

  close() {
    if (this.#fd !== null) closeSync(this.#fd);
    this.#fd = null;
  }

  /** Masks `secret` wherever it stands; it need not have passed yet. */
  learn(secret) {
    if (secret) this.#mask.learn(secret);
  }

  event(told) {
    this.#write({ ...this.#mask.clean(told) }, now());
  }

  /** A line. `label`: {seat?, bot?, match?, connection?}. */
  line(dir, text, label, more = {}, at = now()) {
    this.#write({ dir, ...label, ...more, ...this.#content(dir, text, more) }, at);
  }

  /** A connection, from now on. `label`: {seat?, bot?, match?}, which may change later. `times` are those at which this program has read. */
  connection(label) {
    const connection = ++this.#connections;
    const labelled = () => ({ ...label, connection });
    this.event({ event: "connected", ...labelled(), times: "read" });
    return {
      line: (dir, text, more, at) => this.line(dir, text, labelled(), more, at),
      closed: (why, unfinished) => this.event({ event: "closed", ...labelled(), why, ...(unfinished ? { unfinished } : {}) }),
    };
  }

  /** What is told of a line. `hex`: of one that is no UTF-8. */
  #content(dir, text, { hex }) {
    const isLong = dir === "from_bot" && Buffer.byteLength(text) > MOST_BYTES;
    try {
      if (!isLong && hex === undefined) return { line: this.#mask.clean(JSON.parse(text)) };
    } catch {
      // it is a text
    }
    const masked = this.#mask.masked(text);
    return { text: masked.slice(0, MOST_TEXT), ...(masked.length > MOST_TEXT ? { bytes: Buffer.byteLength(masked) } : {}), ...(isLong ? { oversize: true } : {}) };
  }

  #write(told, at) {
    if (this.#fd === null) return;
    try {
      writeSync(this.#fd, `{"t":${seconds(at - this.#began)},${harmless(JSON.stringify(told)).slice(1)}\n`);
    } catch (failure) { // to play on is worth more
      console.error(`referee-kit: the trace ${this.#file} ends here: ${reasonOf(failure)}`);
      this.close();
    }
  }
}
