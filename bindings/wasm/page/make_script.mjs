// Writes the script with which a page has the rules, by node: make_script.mjs FOLDER_OF_WASM RULES_WASM OUT.
//   referee.rulesFiles.worker: the text of a worker, no module   referee.rulesFiles.wasm: rules.wasm, gzip in base64
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { gzipSync } from "node:zlib";

const [folder, wasm, out] = process.argv.slice(2);

/** A page from a disk may start no worker that is a module: this is the same text without what only modules have. */
function withoutModules(text) {
  const plain = text.replace(/^export (?=class |async function )/gm, "").replaceAll("import.meta.url", "self.location.href");
  if (/^(export|import) |import\.meta/m.test(plain)) {
    throw new Error("index.js has an import or an export that make_script.mjs does not know");
  }
  return plain;
}

const files = {
  worker: ["package/index.js", "page/verify_worker.js"].map((file) => withoutModules(readFileSync(`${folder}/${file}`, "utf8"))).join("\n"),
  wasm: gzipSync(readFileSync(wasm), { level: 9 }).toString("base64"),
};
mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, `globalThis.referee = globalThis.referee || {};\nglobalThis.referee.rulesFiles = ${JSON.stringify(files)};\n`);
