// Writes the scripts with which a page has the rules, by node: make_script.mjs ESBUILD FOLDER_OF_WASM RULES_WASM KIT_WASM SAMPLES_WASM OUT_FOLDER.
// rules.js:
//   referee.rulesFiles.worker: the text of a worker, no module: it verifies records, plays matches and examines bots   referee.rulesFiles.wasm: rules.wasm, gzip in base64
//   referee.rulesFiles.library: referee.js as a function   referee.rulesFiles.bot: what stands behind a bot's text and the library in its worker   referee.rulesFiles.opponents: the bots of opponents.json, as {name, about, games?, text}: those of JavaScript of sample_bots/; without `games` one plays all
// check.js, which is loaded when somebody has a bot examined:
//   referee.checkFiles.wasm: kit.wasm, gzip in base64
// samples.js, which is loaded when somebody plays against a sample bot in C++:
//   referee.sampleFiles.worker: the text of its worker   referee.sampleFiles.wasm: samples.wasm, gzip in base64
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const [esbuild, folder, rulesWasm, kitWasm, samplesWasm, out] = process.argv.slice(2);
const text = (file) => readFileSync(`${folder}/${file}`, "utf8");

/** A module with all that it imports: a page from a disk may start no worker that is a module. */
const worker = (file) => execFileSync(esbuild, [file, "--bundle", "--format=iife", "--charset=utf8", "--log-level=warning",
  "--external:node:fs/promises", "--define:import.meta.url=self.location.href"], { cwd: folder, encoding: "utf8" });

const packed = (file) => gzipSync(readFileSync(file), { level: 9 }).toString("base64");
const sample = (name) => text(`../../sample_bots/javascript/${name}`);
const files = {
  worker: worker("page/rules_worker.js"),
  wasm: packed(rulesWasm),
  library: `function refereeLibrary(require, module, exports, process, console, __filename) {\n${sample("referee.js").trimEnd()}\n}\n`,
  bot: text("page/bot_worker.js"),
  opponents: JSON.parse(text("page/opponents.json")).map(({ file, ...told }) => ({ ...told, ...(file ? { text: sample(file).replace(/^#!.*/, "") } : {}) })),
};
/** A script that may stand inside a page, too: nothing in it ends its element. */
const aboutOthers = "/*! Parts of this file are by others. Their licences: the file NOTICES beside it, in the files of a release of referee. */\n";
const write = (name, key, value) => writeFileSync(`${out}/${name}`, `${aboutOthers}globalThis.referee = globalThis.referee || {};\nglobalThis.referee.${key} = ${JSON.stringify(value).replaceAll("<", "\\u003c")};\n`);
mkdirSync(out, { recursive: true });
write("rules.js", "rulesFiles", files);
write("check.js", "checkFiles", { wasm: packed(kitWasm) });
write("samples.js", "sampleFiles", { worker: worker("page/sample_worker.js"), wasm: packed(samplesWasm) });
