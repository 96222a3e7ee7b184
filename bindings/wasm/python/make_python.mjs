// Writes the script with which the lab plays bots in Python, by node: make_python.mjs PYODIDE SAMPLE_BOTS OUT. It is loaded when Python is chosen.
//   referee.pythonFiles.worker: the text of a bot's worker   wasm, stdlib: bytes in base64, the first gzip   library: referee.py   starters: sample bots by game
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { gzipSync } from "node:zlib";

const [pyodide, samples, out] = process.argv.slice(2);
const text = (file) => readFileSync(file, "utf8").replace(/^\/\/# sourceMappingURL=.*$/m, "");
const kStarter = /^(\w+)_random\.py$/;

const lock = JSON.parse(text(`${pyodide}/pyodide-lock.json`));
const files = {
  worker: [`${pyodide}/pyodide.asm.js`, `${pyodide}/pyodide.js`, new URL("python_worker.js", import.meta.url)].map(text).join("\n;\n"),
  lock: JSON.stringify({ ...lock, packages: {} }), // no package beyond the standard library
  wasm: gzipSync(readFileSync(`${pyodide}/pyodide.asm.wasm`), { level: 9 }).toString("base64"),
  stdlib: readFileSync(`${pyodide}/python_stdlib.zip`).toString("base64"),
  library: text(`${samples}/referee.py`),
  starters: Object.fromEntries(readdirSync(samples).flatMap((name) => (kStarter.test(name) ? [[kStarter.exec(name)[1], text(`${samples}/${name}`)]] : []))),
};
mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, `globalThis.referee = globalThis.referee || {};\nglobalThis.referee.pythonFiles = ${JSON.stringify(files)};\n`);
