// referee-kit replay: the page of a recorded match as one file, which `referee show --html` writes, opened in the browser.
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

import { isFolder, openInBrowser } from "./launch.js";
import { wrong } from "./options.js";
import { loadKit } from "./rules.js";
import { printable } from "./shown.js";
import { readRecord, recordsIn } from "./verify.js";

/** The newest record of out/records. */
function newest() {
  const folder = path.join("out", "records");
  const files = isFolder(folder) ? readdirSync(folder).filter((name) => name.endsWith(".jsonl")).map((name) => path.join(folder, name)) : [];
  const times = new Map(files.map((file) => [file, statSync(file).mtimeMs]));
  return files.sort((one, other) => times.get(other) - times.get(one))[0] ?? wrong(`${folder}: there is no record`);
}

/** The record that a name means: a file, or a folder with one record; the newest one without a name. */
export function recordNamed(name) {
  if (name === undefined) return newest();
  if (!isFolder(name)) return name;
  const records = recordsIn(name);
  return records.length === 1 ? records[0] : wrong(`${name}: has ${records.length} records, expected one: name its file`);
}

/** Writes the page of a record to `html`, by default beside the record, and opens it if `open`. `seat`: what that seat was shown. Returns 1 if
 * the record is not true or not complete: the page shows it up to there. */
export async function showPage(record, { html, seat, open = true, kit } = {}) {
  const { bytes, why } = readRecord(record);
  if (why) wrong(printable(why));
  const ask = kit ?? (await loadKit());
  const page = await pageOf(ask, record, bytes, seat);
  const file = path.resolve(html ?? record.replace(/(\.jsonl)?$/, ".html"));
  writeFileSync(file, page.html);
  const opened = open && (await openInBrowser(file));
  console.log(`watch: ${file}${opened ? "" : " (open it in a browser)"}`);
  if (page.problem === null) return 0;
  console.error(`referee-kit: ${printable(`${record}: ${page.problem}`)}`);
  return 1;
}

/** With what a page verifies its record by itself. A seat's page has not the record, which tells more than the seat may see. */
const rulesOfPages = () => readFileSync(new URL("page_rules.js", import.meta.url), "utf8");

async function pageOf(ask, record, bytes, seat) {
  try {
    return ask({ page: { record: bytes.toString("utf8"), ...(seat === undefined ? { rules: rulesOfPages() } : { seat }) } });
  } catch (failure) {
    return wrong(failure.message.startsWith("--seat") ? failure.message : `${record}: nothing to show: ${failure.message}`);
  }
}
