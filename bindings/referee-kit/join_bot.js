// A bot that plays one match on a referee elsewhere: its process, and what it owes the referee.
import { endTree, launch } from "./launch.js";
import { LineReader } from "./line_reader.js";

const MOST_KEPT = 1024 * 1024; // bytes that a bot has said since its newest turn
const LEAVE_MS = 1000;

export class JoinBot {
  #process;
  #reader = new LineReader(MOST_KEPT);
  #send;
  #note;
  #kept; // takes a line that the referee does not get
  #warned = false; // that it says something else first
  #greeted = false; // its hello has come
  #waiting = []; // lines for it before that
  #said = []; // since the newest turn: the connection may have lost it
  #live = true; // its lines are sent at once
  #ended = false; // it was told that the match is over
  #setReady;

  /** It plays no match until begin(). `send`: takes a line for the referee, and {hex} if it is no UTF-8; `note`: one for people; `kept`: one that the referee does not get. */
  constructor(words, send, note, kept) {
    this.match = null;
    this.commitment = null; // another one for the same match means: it is played again
    this.ready = new Promise((resolve) => { this.#setReady = resolve; }); // it has said hello, or has ended without it
    this.turn = null;
    this.how = null; // it ended
    this.over = null; // what tells the referee that it has ended in mid-match
    this.past = 0;
    this.#send = send;
    this.#note = note;
    this.#kept = kept;
    this.#process = launch(words);
    this.#process.stdin.on("error", () => {}); // it is gone: its end says so
    this.#process.stdout.on("data", (bytes) => this.#reader.take(bytes).forEach(({ text, hex }) => this.#line(text, hex === undefined ? {} : { hex })));
    this.failed = new Promise((resolve) => { this.#process.on("error", resolve); });
    this.gone = new Promise((resolve) => { this.#process.on("close", resolve); });
    this.#process.on("close", (code, signal) => this.#close(signal ? `signal ${signal}` : `exit status ${code}`, code !== 0));
  }

  /** Whether it can play a match: it runs, and has had none. */
  get canBegin() {
    return this.match === null && this.how === null;
  }

  /** From now on it plays the match of this `start`. */
  begin({ match, commitment }) {
    Object.assign(this, { match, commitment });
  }

  /** A line for the bot, after those before. */
  tell(line) {
    if (this.#greeted) this.#process.stdin.write(`${line}\n`);
    else this.#waiting.push(line);
  }

  /** A turn. After a reconnect it may come again: the bot is at it still, or has answered in vain. */
  ask(turn, line) {
    const repeated = turn === this.turn;
    this.turn = turn;
    this.#live = true;
    if (repeated) {
      this.#said.forEach((said) => this.#send(...said));
    } else {
      this.#said = [];
      this.tell(line);
    }
  }

  /** The connection is lost: what the bot says is kept until the next ask(). */
  pause() {
    this.#live = false;
  }

  /** Ends its input; a second later the process. */
  async end() {
    this.#ended = true; // what it still says is not for the referee: in the next match it would count as an answer
    this.#process.stdin.end();
    const timer = setTimeout(() => endTree(this.#process), LEAVE_MS);
    await this.gone;
    clearTimeout(timer);
  }

  #line(text, more) {
    if (this.#ended) return;
    if (!this.#greeted) {
      this.#kept(text, more);
      this.#greeted = this.#isGreeting(text);
      if (this.#greeted) {
        this.#waiting.splice(0).forEach((line) => this.tell(line));
        this.#setReady();
      }
      return;
    }
    this.#said.push([text, more]);
    if (this.#live) this.#send(text, more);
  }

  /** Whoever has started it says a hello of its own. */
  #isGreeting(text) {
    try {
      if (JSON.parse(text)?.type === "hello") return true;
    } catch {
      // it is told below
    }
    if (!this.#warned) this.#note(`the bot must print hello first: got '${text.slice(0, 100)}'`);
    this.#warned = true;
    return false;
  }

  #close(how, isBad) {
    this.how = how;
    const when = this.match === null ? "before its game began" : `in game ${this.match}`;
    if (isBad || !this.#ended) this.#note(`the bot ended with ${how} ${when}${this.#greeted ? "" : ", before it printed hello"}`);
    this.#setReady();
    if (this.#ended || this.match === null) return;
    this.over = JSON.stringify({ type: "ended", match: this.match, how });
    this.#send(this.over); // so that the referee does not wait for its answers
  }
}
