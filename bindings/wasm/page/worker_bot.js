// A bot in a worker of a browser: what bot.js (bindings/referee-kit) is to a process. Its time ends when its line arrives here.
import { now } from "../../referee-kit/clock.js";
import { Lines, MOST_BYTES } from "../../referee-kit/lines.js";

const STUCK_MS = 1000; // a worker that answers no ping for so long, beyond the time of its turn, is in a loop that does not end

export class WorkerBot extends Lines {
  #worker;
  #url;
  #pong = null;
  #begun = null;
  #turn = null; // which it was asked last
  #until = null; // when the time of that turn is over
  ready; // a promise: it can be greeted
  unfinished = ""; // what it has written after its last line
  printed = []; // [{turn, lines}], in order; turn null: after its last answer

  /** `text`: of the whole worker. `lines`: of the bot's own text at its beginning. `start`: what a bot in Python is given. `onPrinted` is told what it prints. */
  constructor({ name, text, lines, start }, onPrinted) {
    super();
    this.name = name;
    this.#url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    this.#worker = new Worker(this.#url);
    this.#worker.onmessage = ({ data }) => this.#hear(data, now());
    this.#worker.onerror = (event) => {
      event.preventDefault();
      const place = event.lineno > 0 ? ` (bot.js:${Math.min(event.lineno, lines)})` : "";
      this.#print(`${event.message}${place}${event.lineno > lines ? ": at the end of the file. Is a bracket open?" : ""}`);
      this.finish("its text is not JavaScript");
    };
    this.onPrinted = onPrinted;
    this.ready = new Promise((resolve) => { this.#begun = resolve; });
    this.#worker.postMessage(start ? { start } : { lines });
    if (!start) this.#begin();
  }

  finish(why) {
    super.finish(why);
    this.#begin();
  }

  #begin() {
    this.#until = now() + BigInt(STUCK_MS) * 1_000_000n;
    this.#begun?.(this);
  }

  send(message) {
    if (this.gone !== null) return;
    if (message.type === "turn") {
      this.#turn = message.turn;
      this.#until = now() + BigInt(Math.ceil((message.clock.left_ms + STUCK_MS) * 1e6));
    } else if (message.type === "end") {
      this.#turn = null;
    }
    this.say(JSON.stringify(message));
  }

  say(line) {
    this.#worker.postMessage({ input: `${line}\n` });
  }

  /** Ends its input. */
  endInput() {
    this.#worker.postMessage({ end: true });
  }

  /** It has written something, which are lines by now. */
  heard() {}

  /** Lines as ever, but for a worker that does not come back: that one is ended. */
  async line(deadline) {
    const first = this.#until !== null && this.#until < deadline ? this.#until : deadline;
    const line = await super.line(first);
    if (line !== null) return line;
    await this.#alive();
    this.#until = null;
    return first < deadline || this.gone !== null ? super.line(deadline) : null;
  }

  async end() {
    this.left = this.gone; // before the match was over, or null
    this.#worker.terminate();
    URL.revokeObjectURL(this.#url);
    this.finish("it was ended");
  }

  /** Whether the worker still takes messages; one that does not is ended. */
  async #alive() {
    if (this.gone !== null) return;
    let timer;
    const answered = new Promise((resolve) => { this.#pong = () => resolve(true); });
    const waited = new Promise((resolve) => { timer = setTimeout(() => resolve(false), STUCK_MS); });
    this.#worker.postMessage({ ping: true });
    const alive = await Promise.race([answered, waited]);
    clearTimeout(timer);
    if (alive || this.gone !== null) return;
    this.#worker.terminate();
    this.stuck = true;
    this.finish("it gave no answer: the page has stopped its loop");
  }

  #hear(data, at) {
    if (data.output !== undefined) this.#cut(data.output, at);
    else if (data.printed !== undefined) this.#print(data.printed);
    else if (data.pong) this.#pong?.();
    else if (data.ready) this.#begin();
    else if (data.gone !== undefined) this.finish(data.gone);
  }

  #cut(text, at) {
    const lines = (this.unfinished + text).split("\n");
    this.unfinished = lines.pop();
    for (const line of lines) this.take(line.length > MOST_BYTES ? { text: line.slice(0, MOST_BYTES), oversize: true } : { text: line }, at);
    this.heard();
  }

  #print(text) {
    const lines = text.split("\n");
    if (this.printed.at(-1)?.turn === this.#turn) this.printed.at(-1).lines.push(...lines);
    else this.printed.push({ turn: this.#turn, lines });
    this.onPrinted({ turn: this.#turn, text });
  }
}
