// Behind a bot's text and referee.js in one text: a worker that is to them what Node is to a bot's process. Its first line holds the first line
// of the bot, so that places in its text are those that its author knows. It is sent {lines}, how many the bot has, and then {input} texts,
// {end: true}, the end of its input, and {ping}s; it says {output}, {printed}, {pong} and {gone}. There is no network and no file.
(() => {
  const MOST_PRINTED = 256 * 1024; // characters; nobody reads more
  const say = self.postMessage.bind(self);
  let botLines = 0;
  let printed = 0;
  for (const name of ["fetch", "XMLHttpRequest", "WebSocket", "EventSource", "importScripts", "Worker", "indexedDB", "caches", "postMessage"]) {
    try {
      Object.defineProperty(self, name, { value: undefined });
    } catch {
      // it is not to be had in this browser, or cannot be taken away
    }
  }

  const inspect = (value) => {
    if (value instanceof Error) return value.stack ?? String(value);
    if (typeof value === "function") return `[Function: ${value.name}]`;
    const text = typeof value === "object" && value !== null ? JSON.stringify(value, (key, part) => (part instanceof Map || part instanceof Set ? [...part] : part)) : undefined;
    return text ?? (typeof value === "string" ? `'${value}'` : String(value));
  };

  /** Places in this text as places in the bot's file; lines of a stack that are in no bot's file are left out. */
  const placed = (text) => text.split("\n").flatMap((line) => {
    const place = /\(?(?:blob:[^\s)]*?):(\d+):(\d+)\)?/.exec(line);
    if (place === null) return [line];
    if (Number(place[1]) > botLines) return [];
    return [line.replace(place[0], `(bot.js:${place[1]}:${place[2]})`).replace(/^(\s+at) \(/, "$1 (")];
  }).join("\n");

  const print = (text) => {
    if (printed > MOST_PRINTED) return;
    printed += text.length;
    say({ printed: placed(text) + (printed > MOST_PRINTED ? "\n(The rest is not kept: the bot prints too much.)" : "") });
  };

  const format = (values) => values.map((value) => (typeof value === "string" ? value : inspect(value))).join(" ");

  class Exit extends Error {}
  const leave = (code) => {
    say({ gone: `ended with exit status ${code}` });
    self.close();
    throw new Exit(`exit ${code}`);
  };

  const broken = (error) => {
    if (error instanceof Exit) return;
    print(inspect(error));
    say({ gone: "ended with exit status 1" });
    self.close();
  };

  const timers = new Set();
  for (const [set, clear, isOnce] of [["setTimeout", "clearTimeout", true], ["setInterval", "clearInterval", false]]) {
    const [begin, end] = [self[set].bind(self), self[clear].bind(self)];
    self[set] = (act, ms, ...values) => {
      const timer = begin(() => {
        if (isOnce) timers.delete(timer);
        act(...values);
        if (stdin.isOver) leaveIdle();
      }, ms);
      timers.add(timer);
      return timer;
    };
    self[clear] = (timer) => {
      timers.delete(timer);
      end(timer);
    };
  }
  const later = new MessageChannel();
  /** A program whose input is over ends by itself, unless it waits for a timer: what is under way may still go on. */
  const leaveIdle = () => later.port2.postMessage(null);
  later.port1.onmessage = () => {
    if (timers.size > 0) return;
    say({ gone: `ended with exit status ${process.exitCode ?? 0}` });
    self.close();
  };

  /** Standard input: as a stream of Node's that gives texts. */
  class Input {
    handlers = new Map();
    texts = [];
    wake = () => {};
    isOver = false;
    setEncoding() { return this; }
    resume() { return this; }
    on(event, handler) {
      this.handlers.set(event, [...(this.handlers.get(event) ?? []), handler]);
      if (event === "data") this.texts.splice(0).forEach(handler);
      return this;
    }
    push(text) {
      if (this.isOver) return;
      const handlers = this.handlers.get("data");
      if (handlers) return handlers.forEach((handler) => handler(text));
      this.texts.push(text);
      this.wake();
    }
    /** Nothing more comes: the input has ended, or the bot has closed it. */
    end() {
      if (this.isOver) return;
      this.isOver = true;
      this.wake();
      for (const event of ["end", "close"]) this.handlers.get(event)?.forEach((handler) => handler());
      this.ended?.();
    }
    close() { this.end(); }
    destroy() { this.end(); }
    async *[Symbol.asyncIterator]() {
      try {
        while (this.texts.length > 0 || !this.isOver) {
          if (this.texts.length === 0) await new Promise((resolve) => { this.wake = resolve; });
          yield* this.texts.splice(0);
        }
      } finally {
        this.end(); // the bot has left the loop
      }
    }
  }

  /** What readline makes of a stream. */
  class LineReader {
    rest = "";
    lines = new Input();
    constructor(input) {
      this.input = input;
      input.on("end", () => this.lines.end());
      input.on("data", (text) => {
        const lines = (this.rest + text).split("\n");
        this.rest = lines.pop();
        lines.forEach((line) => this.lines.push(line));
      });
    }
    on(event, handler) {
      this.lines.on(event === "line" ? "data" : event, handler);
      return this;
    }
    close() {
      this.lines.end();
      this.input.end();
    }
    async *[Symbol.asyncIterator]() {
      try {
        yield* this.lines;
      } finally {
        this.close();
      }
    }
  }

  const stdin = new Input();
  stdin.ended = leaveIdle;
  const process = {
    argv: ["node", "bot.js"], env: {}, exitCode: undefined, platform: "browser", stdin,
    stdout: { on() {}, once() {}, write(text) { say({ output: String(text) }); return true; } },
    stderr: { write(text) { print(String(text).replace(/\n$/, "")); return true; } },
    exit: (code = 0) => leave(code), on() {}, nextTick: (act, ...values) => queueMicrotask(() => act(...values)), cwd: () => "/",
    hrtime: Object.assign(() => [Math.floor(performance.now() / 1000), 0], { bigint: () => BigInt(Math.round(performance.now() * 1e6)) }),
  };
  const toOutput = (...values) => process.stdout.write(`${format(values)}\n`);
  const toError = (...values) => print(format(values));
  const console = { log: toOutput, info: toOutput, debug: toOutput, error: toError, warn: toError, trace: toError, assert: (is, ...values) => is || toError(...values) };

  const modules = {
    console: { Console: class { constructor() { return console; } } }, // prints of a bot go to one place
    util: { inspect, parseArgs: () => ({ values: {}, positionals: [] }), promisify: (act) => act },
    readline: { createInterface: ({ input }) => new LineReader(input) },
    events: { once: () => Promise.resolve([]) }, fs: { existsSync: () => false }, net: {}, tls: {}, path: {},
    "timers/promises": { setTimeout: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) },
    perf_hooks: { performance }, process, assert: Object.assign((is, text) => { if (!is) throw new Error(text); }, {}),
  };
  const loaded = new Map();
  const require = (name) => {
    if (/^\.\/referee(\.js)?$/.test(name)) {
      if (!loaded.has(name)) {
        const module = { exports: {} };
        refereeLibrary(require, module, module.exports, process, console, "referee.js");
        loaded.set(name, module.exports);
      }
      return loaded.get(name);
    }
    const known = modules[name.replace(/^node:/, "")];
    if (known === undefined) throw new Error(`Cannot find module '${name}': in the browser a bot has ./referee.js, and of Node's own readline, util, events and perf_hooks`);
    return known;
  };

  self.addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    broken(event.reason);
  });
  self.addEventListener("error", (event) => {
    event.preventDefault();
    broken(event.error ?? event.message);
  });
  self.onmessage = ({ data }) => {
    if (data.ping) say({ pong: true });
    else if (data.end) stdin.end();
    else if (data.input !== undefined) stdin.push(data.input);
    else {
      botLines = data.lines;
      const module = { exports: {} };
      try {
        bot(require, module, module.exports, process, console, "bot.js");
      } catch (error) {
        broken(error);
      }
    }
  };
})();
