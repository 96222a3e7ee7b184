// The sample bots in C++, as WebAssembly. Node 18 or newer, and workers of browsers; no dependencies but
// ../kit_calls.js.
//
//   const samples = await load();
//   const bot = await samples.bot("walls_search", ["--budget-ms", "100"]);
//   bot.hello;              // its first line
//   bot.answer(line);       // a line of the referee: the lines that the bot says to it. It thinks meanwhile: call it in a worker
//   bot.over;               // the referee has said bye

import { answersOf } from "../kit_calls.js";

/** Options that a bot does not know, or a bot that is not there: the message says it. */
export class SampleError extends Error {}

async function ownBytes() {
  const url = new URL("./samples.wasm", import.meta.url);
  if (url.protocol === "file:" && typeof process !== "undefined") return (await import("node:fs/promises")).readFile(url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

/** The sample bots. `source`: bytes of samples.wasm, or the compiled module; default: the file beside this one. */
export async function load(source) {
  const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source ?? (await ownBytes()));
  const { bots } = (await memoryOf(module, () => {}))({ bots: true });
  return {
    /** Their names, as behind `sample:`. */
    names: bots,
    /** Begins one, in a memory of its own. `options`: words of its command line. `log` is given texts for people. */
    bot: async (name, options = [], { log = () => {} } = {}) => new SampleBot(await memoryOf(module, log), { bot: name, options }),
  };
}

class SampleBot {
  #ask;

  constructor(ask, begin) {
    this.#ask = ask;
    const { say, help = null } = ask(begin);
    this.help = help; // what --help asks for: there is no bot then
    this.hello = say?.[0];
    this.over = help !== null;
  }

  answer(line) {
    const { say, over } = this.#ask({ line });
    this.over = over;
    return say;
  }
}

/** A memory of the module, as a function of requests. */
function memoryOf(module, log) {
  return answersOf(module, "sample_answer", SampleError, (calls) => ({
    wasi_snapshot_preview1: { fd_write: (file, pieces, count, written) => writeTo(log, calls.memory.buffer, pieces, count, written) },
    env: {
      getentropy: (at, size) => { // for a bot without --seed
        crypto.getRandomValues(new Uint8Array(calls.memory.buffer, at, size));
        return 0;
      },
    },
  }));
}

function writeTo(log, memory, pieces, count, written) {
  const view = new DataView(memory);
  let size = 0;
  let text = "";
  for (let i = 0; i < count; ++i) {
    const at = view.getUint32(pieces + 8 * i, true);
    const length = view.getUint32(pieces + 8 * i + 4, true);
    text += new TextDecoder().decode(new Uint8Array(memory, at, length));
    size += length;
  }
  log(text);
  view.setUint32(written, size, true);
  return 0;
}
