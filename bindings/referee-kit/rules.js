// The rules: the npm package referee-rules, or its folder beside this one. And what the kit has beside them: kit.wasm.
import { readFile } from "node:fs/promises";

/** The module of the rules. */
async function rulesModule() {
  try {
    return await import("referee-rules");
  } catch (missing) {
    if (missing.code !== "ERR_MODULE_NOT_FOUND") throw missing;
    return import(new URL("../referee-rules/index.js", import.meta.url).href);
  }
}

let rules = null;

/** The rules, one memory for all who ask. */
export function loadRules() {
  rules ??= ownRules();
  return rules;
}

/** The rules in a memory of their own: one match at a time is in it. */
export async function ownRules() {
  return (await rulesModule()).load();
}

const BEGAN = process.hrtime.bigint();

/** The steady clock of kit.wasm: microseconds since this program began. */
export const nowUs = () => Number((process.hrtime.bigint() - BEGAN) / 1000n);

/** A request that the kit's own part refuses: its message says what was wrong. */
export class KitError extends Error {}

/** What kit.wasm answers: bindings/wasm/kit/kit_parts.h has the requests. Each has a memory of its own. */
export async function loadKit() {
  const module = await WebAssembly.compile(await readFile(new URL("./kit.wasm", import.meta.url)));
  let calls = null;
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = from === "env" ? () => {} : () => 52; // it has no files: "not supported"
  }
  imports.wasi_snapshot_preview1.clock_time_get = (clock, precision, at) => {
    const time = clock === 1 ? process.hrtime.bigint() - BEGAN : BigInt(Date.now()) * 1_000_000n;
    new DataView(calls.memory.buffer).setBigUint64(at, time, true);
    return 0;
  };
  calls = (await WebAssembly.instantiate(module, imports)).exports;
  calls._initialize();
  return (request) => {
    const answer = ask(calls, new TextEncoder().encode(JSON.stringify(request)));
    if ("error" in answer) throw new KitError(answer.error);
    return answer;
  };
}

function ask(calls, bytes) {
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
