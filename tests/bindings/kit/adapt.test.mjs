// Programs of handouts: how they are found by the rules of each system, and where they work.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";

const of = (file) => import(pathToFileURL(path.join(process.env.KIT, file)));
const { programOf, ownGroup } = await of("launch.js");
const { adaptedWords, adapterOf } = await of("adapters.js");
const { GameFolder } = await of("game_folder.js");
const { loadKit } = await of("rules.js");

/** Windows with these files. */
const windows = (...files) => ({ platform: "win32", env: { PATH: "C:\\bin", PATHEXT: ".EXE;.CMD" }, cwd: "C:\\class", isFile: (file) => files.includes(file) });

function newFolder(t) {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "kit-test-")));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("a program is found with Windows' endings, a script by its name", () => {
  assert.equal(programOf("sb-play", windows("C:\\class\\sb-play.exe")), "C:\\class\\sb-play.exe");
  assert.equal(programOf("octave-cli", windows("C:\\bin\\octave-cli.cmd")), "C:\\bin\\octave-cli.cmd");
  assert.equal(programOf("sub\\mine.py", windows("C:\\class\\sub\\mine.py")), "C:\\class\\sub\\mine.py");
  assert.equal(programOf("notes.txt", windows("C:\\class\\notes.txt")), null);
  assert.deepEqual([ownGroup("win32"), ownGroup("darwin")], [{ detached: false }, { detached: true }]);
});

test("what --as names is told, and what does not fit is refused", async (t) => {
  const kit = await loadKit();
  assert.equal(adapterOf(kit, "json"), null);
  assert.throws(() => adapterOf(kit, "no"), /not in \{json,.*superball\}/);
  const program = path.join(newFolder(t), "sb-play");
  writeFileSync(program, "", { mode: 0o755 });
  const superball = adapterOf(kit, "superball", "superball");
  assert.deepEqual(adaptedWords(superball, [program, "-v"]).slice(2), ["superball", "--", program, "-v"]);
  assert.throws(() => adaptedWords(superball, ["/no/such"]), /superball: got '\/no\/such', expected a program/);
  const octave = adapterOf(kit, "planets-octave");
  const missing = { word: "x", installed: false, accepted: true };
  assert.throws(() => octave.fit({ ...missing, system: "linux" }), /planets-octave needs octave-cli, .*apt install octave/);
  assert.throws(() => octave.fit({ ...missing, system: "win32" }), /octave-cli, .*https:\/\/octave.org/);
  assert.match(octave.whyNoHello(500), /octave-cli was still starting/);
});

test("a program works in a copy of its folder, which goes with the game", (t) => {
  const folder = newFolder(t);
  mkdirSync(path.join(folder, "data"));
  writeFileSync(path.join(folder, "data", "weights"), "1", { mode: 0o400 });
  symlinkSync("data/weights", path.join(folder, "link"));
  const game = new GameFolder(folder, true);
  assert.notEqual(game.path, folder);
  writeFileSync(path.join(game.path, "link"), "2");
  assert.equal(readFileSync(path.join(folder, "data", "weights"), "utf8"), "1");
  mkdirSync(path.join(game.path, "board"));
  assert.equal(readFileSync(game.put("board", "text"), "utf8"), "text");
  game.remove();
  assert.ok(!existsSync(game.path));
});

test("a folder with links that lead outside is used as it is, and nothing is written there", (t) => {
  const folder = newFolder(t);
  symlinkSync("/etc", path.join(folder, "outside"));
  const game = new GameFolder(folder, true);
  assert.equal(game.path, folder);
  assert.equal(readFileSync(game.put("board", "text"), "utf8"), "text");
  assert.deepEqual(readdirSync(folder), ["outside"]);
  game.remove();
});
