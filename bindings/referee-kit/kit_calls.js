// Calls of kit.wasm, what the kit has beside the rules (bindings/wasm/kit/kit_parts.h has the requests). Nothing here is of Node: the lab examines bots with it.

/** A request that kit.wasm refuses: its message says what was wrong. */
export class KitError extends Error {}

/** Answers requests with a memory of its own. `source`: bytes of kit.wasm. Its steady clock is that of clock.js. Throws KitError for a request with a mistake. */
export async function kitOf(source) {
  const module = await WebAssembly.compile(source);
  let calls = null;
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = from === "env" ? () => {} : () => 52; // it has no files: "not supported"
  }
  imports.wasi_snapshot_preview1.clock_time_get = (clock, precision, at) => {
    const time = clock === 1 ? BigInt(Math.round(performance.now() * 1e6)) : BigInt(Date.now()) * 1_000_000n;
    new DataView(calls.memory.buffer).setBigUint64(at, time, true);
    return 0;
  };
  calls = (await WebAssembly.instantiate(module, imports)).exports;
  calls._initialize();
  return (request) => {
    const answer = callKit(calls, new TextEncoder().encode(JSON.stringify(request)));
    if ("error" in answer) throw new KitError(answer.error);
    return answer;
  };
}

function callKit(calls, bytes) {
  const at = calls.malloc(bytes.length);
  if (at === 0) throw new KitError("there is no memory");
  try {
    new Uint8Array(calls.memory.buffer).set(bytes, at);
    const said = calls.kit_answer(at, bytes.length);
    if (said === 0) throw new KitError("there is no memory");
    const memory = new Uint8Array(calls.memory.buffer);
    return JSON.parse(new TextDecoder().decode(memory.subarray(said, memory.indexOf(0, said))));
  } finally {
    calls.free(at);
  }
}
