// A .tar.gz of a bot's files. The same files always give the same bytes, and so the same version of the bot.
import { lstatSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";

const LEFT_OUT = [".git", "__pycache__"];
const BLOCK = 512;

const octal = (number, digits) => `${number.toString(8).padStart(digits, "0")}\0`;

/** The header of a file, in the form of POSIX (ustar). */
function headerOf(name, size, isProgram) {
  const bytes = Buffer.from(name);
  let cut = 0; // the path before it goes into a field of its own
  while (bytes.length - cut > 100) {
    const next = name.indexOf("/", cut);
    if (next < 0 || next > 154) throw new Error(`${name}: the path is too long for an archive`);
    cut = next + 1;
  }
  const header = Buffer.alloc(BLOCK);
  bytes.copy(header, 0, cut);
  if (cut > 0) bytes.copy(header, 345, 0, cut - 1);
  header.write(octal(isProgram ? 0o755 : 0o644, 7), 100);
  header.write(octal(0, 7) + octal(0, 7) + octal(size, 11) + octal(0, 11), 108);
  header.write("        0", 148);
  header.write("ustar\u000000", 257);
  header.write(octal(header.reduce((sum, byte) => sum + byte, 0), 6), 148);
  return header;
}

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
  const byBytes = (one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other));
  return { files: files.sort(byBytes), leftOut: leftOut.sort(byBytes) };
}

/** {name, bytes, leftOut}: a folder, or a bot's only file, as an archive. */
export function packed(file) {
  const full = path.resolve(file);
  const isFolder = lstatSync(full).isDirectory();
  const folder = isFolder ? full : path.dirname(full);
  const { files, leftOut } = isFolder ? filesIn(full) : { files: [path.basename(full)], leftOut: [] };
  const parts = files.flatMap((name) => {
    const bytes = readFileSync(path.join(folder, name));
    const isProgram = (lstatSync(path.join(folder, name)).mode & 0o100) !== 0;
    return [headerOf(name, bytes.length, isProgram), bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)];
  });
  return { name: `${path.basename(full)}.tar.gz`, bytes: gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)])), leftOut };
}
