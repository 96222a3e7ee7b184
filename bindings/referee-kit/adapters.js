// --as: programs that are written to a course's handout. kit.wasm knows the conventions (bindings/wasm/kit/kit_adapt.cpp), and adapt.js speaks the protocol for
// such a program, in a process of its own: a bot like any other.
import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { isFile, isFolder, programOf } from "./launch.js";

const ADAPT = fileURLToPath(new URL("adapt.js", import.meta.url));

/** Whether the words can be what the adapter takes. */
const accepts = ({ takes }, words) => (takes === "program" ? programOf(words[0]) !== null : words.length === 1 && (takes === "file" ? isFile : isFolder)(words[0]));

/** A whole path. A link to a file stays one: what it is called may matter to it. */
const whole = (file) => path.join(realpathSync(path.dirname(path.resolve(file))), path.basename(path.resolve(file)));

/** What --as names; null for "json". `game`: the one that is played, if it is known. Throws KitError for an unknown name, and an adapter of another game. */
export function adapterOf(kit, name = "json", game = undefined) {
  const adapter = kit({ as: { adapter: { name, game } } });
  return adapter.name === "json" ? null : { ...adapter, whyNoHello: (init_ms) => kit({ as: { no_hello: { adapter: name, init_ms } } }).why,
    fit: (facts) => kit({ as: { fit: { adapter: name, ...facts } } }) };
}

/** The words that start the adapter for `words`, which may be of any folder; `words` themselves without an adapter. Throws KitError if they cannot play on this machine. */
export function adaptedWords(adapter, words) {
  if (adapter === null) return words;
  adapter.fit({ word: words[0], installed: adapter.interpreter === "" || programOf(adapter.interpreter) !== null, accepted: accepts(adapter, words), system: process.platform });
  const [first, ...rest] = words;
  const found = adapter.takes === "program" ? programOf(first) : first;
  return [process.execPath, ADAPT, adapter.name, "--", whole(found), ...rest.map((word) => (existsSync(word) ? whole(word) : word))];
}
