// referee-kit join: lets a bot of this machine play on a referee elsewhere, as `referee join` does. The bot is started anew for each match, and a
// lost connection is made again.
import { writeFileSync } from "node:fs";
import net from "node:net";
import tls from "node:tls";

import { JoinBot } from "./join_bot.js";
import { LineReader } from "./line_reader.js";
import { Usage, wrong } from "./options.js";
import { masked } from "./shown.js";
import { trustOf, wrongPin } from "./trust.js";

const MOST_LINE = 1024 * 1024; // bytes of a referee's line
const WELCOME_MS = 30000; // for the answer to hello
const FINAL = ["bad_token", "bad_name", "unsupported", "full", "bad_code", "too_many_names", "tls_required"]; // errors
const QUIET_MS = 10000; // without a line, before it looks whether a referee plays elsewhere

const CAUSES = { ECONNREFUSED: "Connection refused", ECONNRESET: "Connection reset by peer", ENOTFOUND: "Host not found", ETIMEDOUT: "Connection timed out" };

/** Dialling again would get the same answer. */
class Refused extends Error {}

/** "HOST:PORT,HOST:PORT" as [{host, port}]. */
export function addressesOf(text) {
  return text.split(",").map((address) => {
    const [, host, port] = /^(\[[^\]]+\]|[^:[\]]+):(\d+)$/.exec(address) ?? wrong(`got ${text}, expected HOST:PORT, or several with commas between`);
    return { host: host.replace(/^\[|\]$/g, ""), port: Number(port) };
  });
}

const note = (text) => process.stderr.write(`join: ${masked(text, 1000)}\n`);

/** Whether somebody listens there. */
function listens({ host, port }) {
  return new Promise((resolve) => {
    const socket = net.connect({ host, port, timeout: 2000 });
    const end = (found) => { socket.destroy(); resolve(found); };
    socket.on("connect", () => end(true));
    socket.on("timeout", () => end(false));
    socket.on("error", () => end(false));
  });
}

class Join {
  #spec;
  #hello;
  #socket = null;
  #bot = null;
  #leaving = [];
  #welcome = "";
  #said = false; // hello, on this connection
  #owesHello = false; // it was told new_match, and says hello when its bot has
  #welcomed = false; // on this connection
  #waitsFor = null; // the latest reason to wait
  #dials = 0;
  #pauseMs = 0;
  #present = 0; // of the addresses
  #next = 0;
  #heard = 0;
  #traced = null; // the connection in the trace
  #label; // of its lines

  constructor(spec) {
    this.#spec = spec;
    this.#label = { bot: spec.name };
    [spec.token, spec.code].forEach((secret) => spec.trace?.learn(secret));
    this.#hello = { type: "hello", protocol: 1, resume: true, features: ["new_match"], name: spec.name,
      ...(spec.token ? { token: spec.token } : {}), ...(spec.code ? { registration_code: spec.code } : {}) };
  }

  /** The exit code. */
  async run() {
    try {
      return await this.#dialAll();
    } catch (failure) {
      if (!(failure instanceof Refused)) throw failure;
      if (failure.message) note(failure.message);
      return 2;
    } finally {
      this.#endBot();
      await Promise.all(this.#leaving);
    }
  }

  async #dialAll() {
    const { addresses, dials } = this.#spec;
    while (this.#dials < dials) {
      this.#dials += 1;
      for (let i = 0; i < addresses.length; ++i) { // at one of them a referee plays, at the others one may stand by for it
        this.#present = this.#next;
        this.#next = (this.#next + 1) % addresses.length;
        if (await this.#dial(addresses[this.#present])) return 0;
        this.#bot?.pause();
      }
      if (this.#dials < dials) await new Promise((resolve) => { setTimeout(resolve, Math.max(this.#pauseMs, Math.min(50 * 2 ** this.#dials, 5000))); });
    }
    note(`gave up after ${dials} tries to connect: no referee said welcome`);
    return 3;
  }

  /** Talks with the referee at an address. Returns whether it said bye. */
  #dial(address) {
    this.#welcomed = false;
    this.#heard = Date.now();
    return new Promise((resolve, reject) => {
      const reader = new LineReader(MOST_LINE);
      this.#said = false;
      const socket = this.#connect(address, () => {
        this.#said = true;
        this.#owesHello = false;
        this.#traced = this.#spec.trace?.connection(this.#label) ?? null;
        this.#say(JSON.stringify(this.#hello));
      }, reject);
      this.#socket = socket;
      const watch = this.#spec.addresses.length > 1 ? setInterval(() => this.#lookElsewhere(socket), QUIET_MS) : null;
      const due = setTimeout(() => { if (!this.#welcomed) socket.destroy(new Error("no answer to hello")); }, WELCOME_MS);
      let saidBye = false;
      socket.on("data", (bytes) => {
        try {
          for (const { text } of reader.take(bytes)) if (!socket.destroyed) saidBye = this.#line(text) || saidBye;
          if (saidBye) socket.destroySoon();
        } catch (failure) {
          reject(failure);
          socket.destroy();
        }
      });
      let connected = false;
      socket.on("connect", () => { connected = true; });
      socket.on("error", (failure) => {
        if (failure instanceof Usage) reject(failure);
        else if (!connected) note(`cannot connect to ${address.host}:${address.port}: ${CAUSES[failure.code] ?? failure.message}`);
        else if (this.#spec.tls && !this.#said) reject(new Refused(`no TLS with ${address.host}: ${failure.message}`));
      });
      socket.on("close", () => {
        clearInterval(watch);
        clearTimeout(due);
        this.#socket = null;
        this.#traced?.closed(socket.readableEnded && !saidBye ? "referee" : "bot", reader.unfinished);
        this.#traced = null;
        if (!saidBye && connected) note("the connection was closed");
        resolve(saidBye);
      });
    });
  }

  #connect({ host, port }, ready, reject) {
    const { tls: secure, ca, pin } = this.#spec;
    if (!secure) {
      const plain = net.connect({ host, port }, ready);
      plain.setNoDelay(true);
      return plain;
    }
    const socket = tls.connect({ host, port, ...(net.isIP(host) ? {} : { servername: host }), ...trustOf({ ca, pin }) }, () => {
      const why = wrongPin(socket, pin);
      if (why === null) return ready();
      reject(new Refused(`no TLS with ${host}: ${why}`));
      return socket.destroy();
    });
    socket.setNoDelay(true);
    return socket;
  }

  /** Hangs up on a referee that hangs, when another one plays: who stands by does not listen. */
  async #lookElsewhere(socket) {
    if (Date.now() < this.#heard + QUIET_MS) return;
    for (const [i, address] of this.#spec.addresses.entries()) {
      if (i !== this.#present && (await listens(address))) {
        this.#next = i;
        socket.destroy();
        return;
      }
    }
  }

  #say(line, more) {
    this.#socket?.write(`${line}\n`); // a connection that is lost says so itself
    this.#traced?.line("from_bot", line, more);
  }

  /** A line of the referee. Returns whether it says bye. */
  #line(line) {
    this.#heard = Date.now();
    this.#traced?.line("to_bot", line);
    let message;
    try {
      message = JSON.parse(line);
    } catch {
      message = null;
    }
    if (typeof message?.type !== "string") {
      note(`not a message of a referee: '${masked(line)}'`);
      this.#socket.destroy();
      return false;
    }
    if (message.type === "bye") {
      note(`the referee says bye: ${message.reason ?? ""}`);
      this.#bot?.tell(line);
      this.#endBot();
      return true;
    }
    this.#handle(message, line);
    return false;
  }

  #handle(message, line) {
    const known = this.#bot !== null && this.#bot.match === message.match;
    switch (message.type) {
      case "welcome": this.#onWelcome(message); return;
      case "wait":
        if (message.reason !== this.#waitsFor) note(`waiting: ${message.reason}`);
        this.#waitsFor = message.reason;
        return;
      case "start": this.#onStart(message, line, known); return;
      case "new_match": // the bot starts up now: the match begins when it is ready
        this.#owesHello = true;
        if (this.#bot === null || !this.#bot.canBegin) this.#startBot({ bot: this.#spec.name });
        this.#greetAfter(this.#bot);
        return;
      case "turn":
        if (known) this.#bot.ask(message.turn, line);
        return;
      case "past":
        if (known && this.#bot.turn === null && message.turn >= this.#bot.past) { // else it has had it
          this.#bot.past = message.turn + 1;
          this.#bot.tell(line);
        }
        return;
      default: break;
    }
    if (message.type === "error") {
      this.#onError(message, line);
    } else if (message.type !== "end") {
      this.#bot?.tell(line);
    } else if (known) {
      note(`game ${message.match} is over${message.rank > 0 ? `: rank ${message.rank}` : ""}`);
      this.#bot.tell(line);
      this.#endBot();
    }
  }

  #onError({ code, message, retry_after_ms = 0 }, line) {
    const known = this.#bot !== null && this.#bot.over !== null && code === "disconnected";
    if (!known) process.stderr.write(`referee: ${masked(code)}: ${masked(message)}\n`); // that the bot ended is told once
    if (this.#welcomed) {
      if (this.#bot?.match != null) this.#bot.tell(line);
      return;
    }
    this.#pauseMs = retry_after_ms;
    if (FINAL.includes(code)) throw new Refused("");
  }

  #onWelcome({ token, ...message }) {
    this.#welcome = JSON.stringify(message); // the bot has no use for the token, and may print what it receives
    this.#welcomed = true;
    this.#dials = 0;
    this.#pauseMs = 0;
    note(`welcome, ${message.name}${message.tournament ? `, to ${message.tournament}` : ""}`);
    if (token) this.#keep(token);
  }

  #keep(token) {
    const { tokenFile, name } = this.#spec;
    this.#hello.token = token;
    if (tokenFile === undefined) {
      note(`the referee gave you a token: the secret that proves that you are ${name}. It is lost when this program ends: --token-file FILE keeps it`);
      return;
    }
    try {
      writeFileSync(tokenFile, `${token}\n`, { mode: 0o600 });
      note(`your token is in ${tokenFile}`);
    } catch (failure) { // to play on is worth more
      note(`${tokenFile}: ${failure.message}; the token is lost when this program ends`);
    }
  }

  #onStart(message, line, known) {
    if (known && this.#bot.commitment === message.commitment) {
      if (this.#bot.over !== null) this.#say(this.#bot.over); // after a reconnect: the connection before may have lost it
      return;
    }
    note(`game ${message.match} of ${message.game} begins`);
    this.#label.match = message.match;
    if (this.#bot === null || !this.#bot.canBegin) this.#startBot({ ...this.#label });
    this.#bot.begin(message);
    this.#bot.tell(line);
  }

  /** Each match has a bot that is started anew. `label`: of its start in the trace, with the match if that has begun already. */
  #startBot(label) {
    this.#endBot();
    const { trace } = this.#spec;
    const bot = new JoinBot(this.#spec.words, (...said) => this.#say(...said), note,
      (kept, more) => trace?.line("from_bot", kept, { ...this.#label }, { ...more, passed_on: false }));
    trace?.event({ event: "bot_started", ...label });
    bot.gone.then(() => trace?.event({ event: "bot_ended", ...label, ...(bot.match === null ? {} : { match: bot.match }), how: bot.how }));
    bot.failed.then((failure) => this.#socket?.destroy(new Usage(`cannot start '${this.#spec.words[0]}': ${failure.message}`)));
    bot.tell(this.#welcome);
    this.#bot = bot;
  }

  /** Says the hello that the referee waits for once the bot has said its own or ended; also when a match has begun without it: then the
   * referee asks again before the next. */
  async #greetAfter(bot) {
    await bot.ready;
    if (!this.#owesHello || this.#bot !== bot) return;
    this.#owesHello = false;
    this.#say(JSON.stringify(this.#hello));
  }

  #endBot() {
    if (this.#bot !== null) this.#leaving.push(this.#bot.end());
    this.#bot = null;
  }
}

/** Plays on a referee elsewhere until it says bye. `spec`: {addresses, name, token?, tokenFile?, code?, words, tls?, ca?, pin?, dials, trace?: a Trace}. Returns the
 * exit code: 0 done, 2 not let in, 3 no referee answers. */
export function join(spec) {
  return new Join(spec).run();
}
