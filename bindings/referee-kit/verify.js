// referee-kit verify: with the words and exit codes of `referee verify`.
import { readFileSync, readdirSync, statSync } from "node:fs";
import path from "node:path";

import { isFolder } from "./launch.js";
import { loadRules } from "./rules.js";
import { printable } from "./shown.js";

const MOST_BYTES = 256 * 1024 * 1024;
const REASONS = { ENOENT: "no such file", EACCES: "permission denied", EISDIR: "is a folder" };

/** The records of a folder of records, or of a folder of reports with one. */
export function recordsIn(folder) {
  const records = path.join(folder, "records");
  const from = isFolder(records) ? records : folder;
  return readdirSync(from).filter((name) => name.endsWith(".jsonl")).sort().map((name) => path.join(from, name));
}

export function readRecord(file) {
  try {
    if (statSync(file).size > MOST_BYTES) return { why: `${file}: more than 256 MiB` };
    return { bytes: readFileSync(file) };
  } catch (failure) {
    return { why: `${file}: cannot be read: ${REASONS[failure.code] ?? failure.message}` };
  }
}

function totals(all) {
  const count = (status) => all.filter((record) => record.status === status).length;
  return { ok: count("ok"), different: count("different"), unreadable: count("unreadable") };
}

const totalsText = (all, { ok, different, unreadable }) =>
  `${all.length} ${all.length === 1 ? "record" : "records"}: ${ok} ok${different ? `, ${different} different` : ""}` +
  (unreadable ? `, ${unreadable} that cannot be read` : "");

/** Verifies the records that `paths` name, files and folders. `out`, `err`: take lines. Returns the exit code. */
export async function verify(paths, { json = false } = {}, out = console.log, err = console.error) {
  const rules = await loadRules();
  const all = [];
  for (const file of paths.flatMap((name) => (isFolder(name) ? recordsIn(name) : [name]))) {
    const { bytes, why } = readRecord(file);
    const told = bytes ? { ...rules.verify(bytes), file } : { file, status: "unreadable", why };
    all.push(told);
    if (!json && told.why) err(printable(told.why));
    else if (!json) out(printable(`${file}: ${told.text}`));
    if (!json && told.unknown_keys > 0) err(printable(`${file}: ${told.unknown_keys} unknown keys, not checked`));
  }
  const counts = totals(all);
  if (json) out(JSON.stringify({ records: all, ...counts }));
  else if (paths.some(isFolder)) out(totalsText(all, counts));
  return counts.unreadable > 0 ? 2 : counts.different > 0 ? 1 : 0;
}
