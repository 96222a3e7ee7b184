// Writes the script with which a page has the rules, by node: make_script.mjs FOLDER_OF_WASM RULES_WASM OUT.
//   referee.rulesFiles.worker: the text of a worker, no module: it verifies records and plays matches   referee.rulesFiles.wasm: rules.wasm, gzip in base64
//   referee.rulesFiles.library: referee.js as a function   referee.rulesFiles.bot: what stands behind a bot's text and the library in its worker   referee.rulesFiles.samples: texts of sample bots, by name
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { gzipSync } from "node:zlib";

const [folder, wasm, out] = process.argv.slice(2);
const text = (file) => readFileSync(`${folder}/${file}`, "utf8");

/** A page from a disk may start no worker that is a module: this is the same text without what only modules have. */
function withoutModules(file) {
  const plain = text(file).replace(/^export (?=(async )?(class|function|const) )/gm, "").replace(/^import .*;\n/gm, "").replaceAll("import.meta.url", "self.location.href");
  if (/^(export|import) |import\.meta/m.test(plain)) {
    throw new Error(`${file} has an import or an export that make_script.mjs does not know`);
  }
  return plain;
}

const kit = (name) => `../referee-kit/${name}`;
const sample = (name) => text(`../../sample_bots/javascript/${name}`);
const files = {
  worker: ["package/index.js", kit("clock.js"), kit("lines.js"), kit("match.js"), "page/worker_bot.js", "page/person_bot.js", "page/rules_worker.js"]
    .map(withoutModules).join("\n"),
  wasm: gzipSync(readFileSync(wasm), { level: 9 }).toString("base64"),
  library: `function refereeLibrary(require, module, exports, process, console, __filename) {\n${sample("referee.js").trimEnd()}\n}\n`,
  bot: text("page/bot_worker.js"),
  samples: { random_bot: sample("random_bot.js").replace(/^#!.*/, "") },
};
mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, `globalThis.referee = globalThis.referee || {};\nglobalThis.referee.rulesFiles = ${JSON.stringify(files)};\n`);
