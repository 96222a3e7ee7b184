// The rules in this browser: a worker that verifies records, plays matches and examines bots. Its text is in the page already, because browsers load no worker from a disk.
import {referee} from "./globals.js";

const bytesOf = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/// Bytes that a script holds, gzip in base64: a promise.
export const unpacked = (base64) => new Response(new Blob([bytesOf(base64)]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();

/// Does one thing at a time. A worker that was closed does nothing more.
export class RulesWorker {
  static async start() {
    const text = new Blob([referee.rulesFiles.worker], {type: "text/javascript"});
    const rules = new RulesWorker(new Worker(URL.createObjectURL(text)));
    rules.worker.postMessage({wasm: await unpacked(referee.rulesFiles.wasm)});
    return rules;
  }

  constructor(worker) {
    this.worker = worker;
    this.broken = new Promise((_, reject) => {
      worker.onerror = (event) => reject(new Error(event.message || "the browser refuses the worker"));
      this.stop = () => reject(Object.assign(new Error("stopped"), {stopped: true}));
    });
    this.broken.catch(() => {});  // told with the next request
  }

  /// What the worker says at the end of a request, under `key`, a promise. `hear` is told all else.
  request(message, key, hear = () => {}) {
    const answered = new Promise((resolve, reject) => {
      this.worker.onmessage = ({data}) => {
        if (data[key] !== undefined) resolve(data[key]);
        else if (data.failure !== undefined) reject(new Error(data.failure));
        else hear(data);
      };
      this.worker.postMessage(message);
    });
    return Promise.race([answered, this.broken]);
  }

  /// The verdict of librules, a promise. `watch`: is told how much was played, from 0 to 1.
  verify(record, watch) {
    return this.request({record}, "verified", ({played, bytes}) => watch(played / bytes));
  }

  /// Plays a match, see bindings/wasm/page/rules_worker.js.
  play(order, hear) {
    return this.request({order}, "over", hear);
  }

  /// Tells the match that is being played.
  tell(message) {
    this.worker.postMessage(message);
  }

  /// Ends what it does, and the bots with it: whoever waits gets an Error that is `stopped`.
  close() {
    this.worker.terminate();
    this.stop();
  }
}

/// What a player of a match in the worker is made of, from the text of a bot.
export const workerBot = (name, text) => {
  const own = text.replace(/^#!/, "//");
  return {name, lines: own.split("\n").length,
          text: `function bot(require, module, exports, process, console, __filename) {${own}\n}\n${referee.rulesFiles.library}${referee.rulesFiles.bot}`};
};

let samples;  // a promise of the compiled module

/// What a sample bot in C++ is made of, once samples.js is there: a promise. `told`: of rulesFiles.opponents.
export const sampleBot = async ({name, options = []}) => {
  samples ??= unpacked(referee.sampleFiles.wasm).then((bytes) => WebAssembly.compile(bytes));
  return {name, text: referee.sampleFiles.worker, lines: 0, start: {wasm: await samples, name, options}};
};

let python;  // a promise of {wasm, stdlib}

/// Python's files, once python.js is there.
const pythonParts = () => python ??= (async () => {
  const {wasm, stdlib} = referee.pythonFiles;
  return {wasm: await WebAssembly.compile(await unpacked(wasm)), stdlib: bytesOf(stdlib)};
})();

/// What a player in the worker is made of, from the text of a bot in Python: a promise.
export const pythonBot = async (name, code) => {
  const {worker, library, lock} = referee.pythonFiles;
  return {name, text: worker, lines: 0, start: {...await pythonParts(), code, library, lock}};
};
