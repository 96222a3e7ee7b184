// Modules that answer requests: kit.wasm, what the kit has beside the rules (bindings/wasm/kit/kit_parts.h has its requests), and the sample bots
// (samples/samples.mjs). Nothing here is of Node: the lab examines bots with it.

/** A request that kit.wasm refuses: its message says what was wrong. */
export class KitError extends Error {}

/** Answers requests of kit.wasm with a memory of its own. `source`: its bytes. Throws KitError for a request with a mistake. */
export async function kitOf(source) {
  return answersOf(await WebAssembly.compile(source), "kit_answer", KitError);
}

/** A memory of a module as a function: a request in, its answer out, both values of JSON. `entry`: the module's function that answers. `Failure`: what
 * is thrown for a request with a mistake. `more`: gets the module's calls, and gives what it imports beside a clock: {of: {name: function}}. The steady
 * clock is that of clock.js; there are no files. */
export async function answersOf(module, entry, Failure, more = () => ({})) {
  const imports = {};
  const calls = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = from === "env" ? () => {} : () => 52; // there are no files: "not supported"
  }
  imports.wasi_snapshot_preview1.clock_time_get = (clock, precision, at) => {
    const time = clock === 0 ? BigInt(Date.now()) * 1_000_000n : BigInt(Math.round(performance.now() * 1e6));
    new DataView(calls.memory.buffer).setBigUint64(at, time, true);
    return 0;
  };
  for (const [from, functions] of Object.entries(more(calls))) Object.assign(imports[from] ??= {}, functions);
  Object.assign(calls, (await WebAssembly.instantiate(module, imports)).exports);
  calls._initialize();
  return (request) => {
    const answer = answerTo(calls, entry, Failure, new TextEncoder().encode(JSON.stringify(request)));
    if ("error" in answer) throw new Failure(answer.error);
    return answer;
  };
}

function answerTo(calls, entry, Failure, bytes) {
  const at = calls.malloc(bytes.length);
  if (at === 0) throw new Failure("there is no memory");
  try {
    new Uint8Array(calls.memory.buffer).set(bytes, at);
    const said = calls[entry](at, bytes.length);
    if (said === 0) throw new Failure("there is no memory");
    const memory = new Uint8Array(calls.memory.buffer);
    return JSON.parse(new TextDecoder().decode(memory.subarray(said, memory.indexOf(0, said))));
  } finally {
    calls.free(at);
  }
}
