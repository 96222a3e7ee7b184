// The rules: the npm package referee-rules, or its folder beside this one. And what the kit has beside them: kit.wasm.
import { readFile } from "node:fs/promises";

import { kitOf } from "./kit_calls.js";

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

/** What kit.wasm answers. Each has a memory of its own. */
export async function loadKit() {
  return kitOf(await readFile(new URL("./kit.wasm", import.meta.url)));
}
