// A .tar.gz of a bot's files. The same files always give the same bytes, and so the same version of the bot.
import { lstatSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";

import "./tar_archive.js"; // that of pages: it sets globalThis.referee.tarOf

const LEFT_OUT = [".git", "__pycache__"];

/** {files, leftOut}: the paths in a folder, with "/", of plain files, and of what is none. */
function filesIn(folder, inside = "") {
  const files = [];
  const leftOut = [];
  for (const entry of readdirSync(path.join(folder, inside), { withFileTypes: true })) {
    const name = inside + entry.name;
    if (LEFT_OUT.includes(entry.name)) continue;
    if (entry.isDirectory()) {
      const below = filesIn(folder, `${name}/`);
      files.push(...below.files);
      leftOut.push(...below.leftOut);
    } else {
      (entry.isFile() ? files : leftOut).push(name);
    }
  }
  return { files, leftOut: leftOut.sort() };
}

/** {name, bytes, leftOut}: a folder, or a bot's only file, as an archive. */
export function packed(file) {
  const full = path.resolve(file);
  const isFolder = lstatSync(full).isDirectory();
  const folder = isFolder ? full : path.dirname(full);
  const { files, leftOut } = isFolder ? filesIn(full) : { files: [path.basename(full)], leftOut: [] };
  const read = files.map((name) => {
    const place = path.join(folder, name);
    return { name, bytes: readFileSync(place), isProgram: (lstatSync(place).mode & 0o100) !== 0 };
  });
  return { name: `${path.basename(full)}.tar.gz`, bytes: gzipSync(globalThis.referee.tarOf(read)), leftOut };
}
