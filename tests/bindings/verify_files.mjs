// Verifies records by rules.wasm: the folder of the package is the argument, paths come from standard input, one a line. Prints a line of
// JSON for each.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { load } = await import(pathToFileURL(process.argv[2] + "/index.js"));
const rules = await load();
for (const path of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const bytes = readFileSync(path);
  let last = 0;
  const verified = rules.verify(bytes, (played, all) => {
    if (played <= last || played > all) throw new Error(`${path}: progress went from ${last} to ${played} of ${all}`);
    last = played;
  });
  console.log(JSON.stringify(verified));
}
