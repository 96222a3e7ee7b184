// Where a program of a handout works for one game, as referee/adapt/game_folder.h has it.
import { chmodSync, copyFileSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const MOST_BYTES = 4 * 1024 * 1024;
const MOST_FILES = 200;

/** A new private folder. */
export const newPlace = () => realpathSync(mkdtempSync(path.join(os.tmpdir(), "referee-kit-")));

/** Removes it, also where a program has taken permissions away. */
export function removePlace(place) {
  try {
    rmSync(place, { recursive: true, force: true, maxRetries: 3 });
  } catch (failure) {
    console.error(`${place} is left behind: ${failure.message}`);
  }
}

/** What cannot be copied, or is too much. */
class NotWhole extends Error {}

class FolderCopy {
  #bytes = 0;
  #files = 0;

  constructor(from, to) {
    this.from = from;
    this.to = to;
  }

  take(inside = ".") {
    for (const entry of readdirSync(path.join(this.from, inside), { withFileTypes: true })) {
      const name = path.join(inside, entry.name);
      if (entry.name === ".git" || path.join(this.from, name) === this.to) continue;
      if (++this.#files > MOST_FILES) throw new NotWhole();
      if (entry.isDirectory()) {
        mkdirSync(path.join(this.to, name));
        this.take(name);
      } else if (entry.isSymbolicLink()) {
        this.#link(name);
      } else if (entry.isFile()) {
        this.#file(name);
      } // pipes and sockets are left out
    }
  }

  #link(name) {
    const target = readlinkSync(path.join(this.from, name));
    const end = path.relative(this.from, path.resolve(this.from, path.dirname(name), target));
    if (path.isAbsolute(target) || end.startsWith("..")) throw new NotWhole();
    symlinkSync(target, path.join(this.to, name));
  }

  #file(name) {
    const { size, mode } = lstatSync(path.join(this.from, name));
    this.#bytes += size;
    if (this.#bytes > MOST_BYTES) throw new NotWhole();
    copyFileSync(path.join(this.from, name), path.join(this.to, name));
    chmodSync(path.join(this.to, name), (mode & 0o777) | 0o200);
  }
}

function isCopiedWhole(from, to) {
  try {
    new FolderCopy(from, to).take();
    return true;
  } catch (failure) {
    if (!(failure instanceof NotWhole) && failure.code === undefined) throw failure;
    return false; // it is not all there, or cannot be read
  }
}

export class GameFolder {
  #place = newPlace();
  #writable = path.join(this.#place, "game");

  /** With `copied` the program works in a copy of `original`, unless that is too large or has links that lead outside. */
  constructor(original, copied) {
    mkdirSync(this.#writable);
    this.path = copied ? this.#writable : original;
    if (copied && !isCopiedWhole(original, this.#writable)) {
      this.path = realpathSync(original);
      rmSync(this.#writable, { recursive: true });
      mkdirSync(this.#writable);
    }
  }

  /** Writes a file of this text in place of whatever has its name; its path. */
  put(name, text) {
    const file = path.join(this.#writable, name);
    mkdirSync(this.#writable, { recursive: true });
    rmSync(file, { recursive: true, force: true });
    writeFileSync(file, text, { flag: "wx", mode: 0o644 });
    return file;
  }

  remove() {
    removePlace(this.#place);
  }
}
