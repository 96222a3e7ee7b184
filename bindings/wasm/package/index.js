// The rules of the games of referee, as WebAssembly. Browsers, workers and Node 18 or newer; no dependencies.
//
//   import { load } from "referee-rules";
//   const rules = await load();
//   const game = rules.game("walls", { n: 5 });
//   game.apply("forward");

const EVERYBODY = -1;

/** A call that the rules refused: its message says what was wrong. */
export class RulesError extends Error {}

async function ownBytes() {
  const url = new URL("./rules.wasm", import.meta.url);
  if (url.protocol === "file:" && typeof process !== "undefined") {
    return (await import("node:fs/promises")).readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`${url}: ${response.status} ${response.statusText}`);
  }
  return response.arrayBuffer();
}

/** The rules: a memory of their own, so that each call makes independent ones. `source`: bytes of rules.wasm or a compiled module;
 * default: the file beside this one. */
export async function load(source) {
  const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source ?? (await ownBytes()));
  const progress = { watch: () => {} };
  const imports = {};
  let calls = null;
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = from === "env" ? () => {} : () => 52; // the rules have no files: "not supported"
  }
  imports.wasi_snapshot_preview1.clock_time_get = (clock, precision, at) => { // which records of matches say
    new DataView(calls.memory.buffer).setBigUint64(at, BigInt(Date.now()) * 1_000_000n, true);
    return 0;
  };
  imports.env.rules_watch = (bytes) => progress.watch(bytes);
  calls = (await WebAssembly.instantiate(module, imports)).exports;
  calls._initialize();
  return new Rules(calls, progress);
}

class Rules {
  #calls;
  #session;
  #freed;
  #progress;

  constructor(calls, progress) {
    this.#calls = calls;
    this.#progress = progress;
    this.#session = calls.rules_open(10000);
    this.#freed = new FinalizationRegistry((handle) => calls.rules_free(handle));
    this.version = this.#text(calls.rules_version());
  }

  /** The answer to a request of docs/reference/search-programs.md. Throws RulesError for one with a mistake. */
  ask(request) {
    const answer = JSON.parse(this.answer(JSON.stringify(request)));
    if ("error" in answer) {
      throw new RulesError(answer.error);
    }
    return answer;
  }

  /** The line that answers a request line. */
  answer(line) {
    return this.#with([line], ([bytes]) => this.#checked(this.#calls.rules_answer(this.#session, bytes.at, bytes.size)));
  }

  /** Plays a record again, the text of a whole file, and compares every event: as `referee verify --json` tells it. `watch` is called
   * after each turn, with how many bytes of how many were played. */
  verify(record, watch = () => {}) {
    return JSON.parse(this.#with([record], ([bytes]) => {
      this.#progress.watch = (played) => watch(played, bytes.size);
      return this.#checked(this.#calls.rules_verify_watched(bytes.at, bytes.size));
    }));
  }

  /** For pages: the match data of a record, as `referee show --html` has them. `seat`: who looks on; -1: everybody, after the match. */
  matchData(record, seat = EVERYBODY) {
    const data = JSON.parse(this.#with([record], ([bytes]) => this.#checked(this.#calls.rules_match_data(bytes.at, bytes.size, seat))));
    if ("error" in data) {
      throw new RulesError(data.error);
    }
    return data;
  }

  /** For referee-kit: a match with clocks in this memory, by bindings/wasm/kit_match.cpp. */
  match(request) {
    const answer = JSON.parse(this.#with([JSON.stringify(request)], ([bytes]) => this.#checked(this.#calls.rules_match(bytes.at, bytes.size))));
    if ("error" in answer) {
      throw new RulesError(answer.error);
    }
    return answer;
  }

  /** A game at its start. */
  game(name, options = {}, seed = 0, salt = "") {
    const handle = this.#with([name, JSON.stringify(options), salt], ([game, text, secret]) =>
      this.#calls.rules_make(game.at, text.at, BigInt(seed), secret.at));
    return this.#owned(handle);
  }

  #owned(handle) {
    if (handle === 0) {
      this.#fail();
    }
    const calls = this.#calls;
    const game = new Game({
      handle,
      clone: () => this.#owned(calls.rules_clone(handle)),
      apply: (answers) => this.#with([JSON.stringify(answers)], ([bytes]) => {
        const refused = calls.rules_apply(handle, bytes.at, bytes.size);
        return refused < 0 ? this.#fail() : refused;
      }),
      toMove: () => this.#numbers(4, (at, most) => calls.rules_to_move(handle, at, most), Uint32Array),
      scores: () => this.#numbers(8, (at, most) => calls.rules_scores(handle, at, most), Float64Array),
      read: (what, seat) => JSON.parse(this.#checked(calls[`rules_${what}`](handle, seat))),
    });
    this.#freed.register(game, handle);
    return game;
  }

  #numbers(bytes, call, Numbers) {
    const most = call(0, 0);
    const at = this.#calls.malloc(Math.max(1, most * bytes));
    try {
      call(at, most);
      return [...new Numbers(this.#calls.memory.buffer, at, most)];
    } finally {
      this.#calls.free(at);
    }
  }

  /** Calls `use` with texts or bytes in the memory of the rules: where each begins, and its size; a NUL follows. */
  #with(texts, use) {
    const placed = [];
    try {
      for (const text of texts) {
        const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
        const at = this.#calls.malloc(bytes.length + 1);
        if (at === 0) {
          throw new RulesError("there is no memory");
        }
        placed.push({ at, size: bytes.length });
        const memory = new Uint8Array(this.#calls.memory.buffer);
        memory.set(bytes, at);
        memory[at + bytes.length] = 0;
      }
      return use(placed);
    } finally {
      placed.forEach(({ at }) => this.#calls.free(at));
    }
  }

  #text(at) {
    const memory = new Uint8Array(this.#calls.memory.buffer);
    return new TextDecoder().decode(memory.subarray(at, memory.indexOf(0, at)));
  }

  #checked(at) {
    return at === 0 ? this.#fail() : this.#text(at);
  }

  #fail() {
    throw new RulesError(this.#text(this.#calls.rules_error()));
  }
}

/** A game after given answers. */
class Game {
  #calls;

  constructor(calls) {
    this.#calls = calls;
    this.seats = calls.scores().length;
  }

  /** An independent copy. */
  clone() {
    return this.#calls.clone();
  }

  /** Plays a turn: the answer of the seat to move, or a list of those of all seats to move; null is no move. Returns how many
   * answers the rules refused. */
  apply(answers) {
    return this.#calls.apply(answers);
  }

  /** The seats to move; none: the game is over. */
  toMove() {
    return this.#calls.toMove();
  }

  /** The legal moves of a seat to move; null where the rules do not list them. In Light Cycle a list for each cycle. */
  legal(seat) {
    const listed = this.#calls.read("legal", seat);
    return "parts" in listed ? listed.parts : listed.moves;
  }

  /** What the seat may see; without one, all that the rules know. */
  view(seat = EVERYBODY) {
    return this.#calls.read("view", seat);
  }

  /** By seat: those of a match that ended now. */
  scores() {
    return this.#calls.scores();
  }

  /** turn, to_move, setup, events, refused, over, scores and outcome. */
  tell(seat = EVERYBODY) {
    return this.#calls.read("tell", seat);
  }
}
