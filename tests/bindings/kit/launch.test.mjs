// How commands become processes, by the rules of each system: tried on any.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";

const { isFile, isFolder, isProgram, lineForCmd, ownGroup, quotedForC, spawnOf, windowsProgram, windowsWords, wordsOf, wordsToEnd, wordsToOpen } = await import(pathToFileURL(path.join(process.env.KIT, "launch.js")));
const { botWords, meetingOf } = await import(pathToFileURL(path.join(process.env.KIT, "options.js")));

/** Windows with these files. */
const windows = (...files) => ({ env: { PATH: "C:\\bin;C:\\py", PATHEXT: ".COM;.EXE;.BAT;.CMD", ComSpec: "C:\\cmd.exe" }, cwd: "C:\\class",
  isFile: (file) => files.includes(file) });

test("a command is split into words", () => {
  assert.deepEqual(wordsOf(`python3 "my bot.py" 'a "b"' c\\ d`, "linux"), ["python3", "my bot.py", 'a "b"', "c d"]);
  assert.deepEqual(wordsOf(`C:\\bots\\bot.exe "C:\\my bots\\x.py" ""`, "win32"), ["C:\\bots\\bot.exe", "C:\\my bots\\x.py", ""]);
  assert.deepEqual(wordsOf("  ", "linux"), []);
  assert.throws(() => wordsOf('python3 "x.py', "linux"), /open/);
});

test("an apostrophe in a path of Windows is none of a quote, and PowerShell's words in ' stay together", () => {
  assert.deepEqual(wordsOf("python C:\\Users\\O'Brien\\bot.py", "win32"), ["python", "C:\\Users\\O'Brien\\bot.py"]);
  assert.deepEqual(wordsOf("python 'C:\\my bots\\O'Brien.py' x", "win32"), ["python", "C:\\my bots\\O'Brien.py", "x"]);
  assert.throws(() => wordsOf("python 'my bot.py", "win32"), /open/);
});

test("Windows' programs are looked up with their endings, in the folder and then in PATH", () => {
  const here = windows("C:\\bin\\bot.exe", "C:\\class\\bot.cmd", "C:\\class\\sub\\tool.exe");
  assert.equal(windowsProgram("bot", here), "C:\\class\\bot.cmd");
  assert.equal(windowsProgram("bot.exe", here), "C:\\bin\\bot.exe");
  assert.equal(windowsProgram("sub\\tool", here), "C:\\class\\sub\\tool.exe");
  assert.equal(windowsProgram("sub/tool", here), "C:\\class\\sub\\tool.exe");
  assert.equal(windowsProgram("other", here), null);
});

test("a program may be executed if it has one of Windows' endings, a script by its name", () => {
  const here = { platform: "win32", ...windows("C:\\class\\bot.exe", "C:\\class\\sub\\mine.py", "C:\\class\\notes.txt") };
  assert.deepEqual(["bot", "sub\\mine.py", "notes.txt", "none"].map((file) => isProgram(file, here)), [true, true, false, false]);
  assert.deepEqual([ownGroup("win32"), ownGroup("darwin")], [{ detached: false }, { detached: true }]);
});

test("python3 is python on Windows, or the launcher py", () => {
  assert.deepEqual(windowsWords(["python3", "b.py"], windows("C:\\py\\python.exe", "C:\\bin\\py.exe")), ["C:\\py\\python.exe", "b.py"]);
  assert.deepEqual(windowsWords(["python3", "b.py"], windows("C:\\bin\\py.exe")), ["C:\\bin\\py.exe", "-3", "b.py"]);
  assert.deepEqual(windowsWords(["b.py", "x"], windows("C:\\bin\\py.exe")), ["C:\\bin\\py.exe", "-3", "b.py", "x"]);
  assert.deepEqual(windowsWords(["b.mjs"], windows()), [process.execPath, "b.mjs"]);
  assert.deepEqual(windowsWords(["none"], windows()), ["none"]);
});

test("a script is found by an ending of PATHEXT, and given to its interpreter", () => {
  const installed = (...files) => ({ ...windows(...files), env: { PATH: "C:\\bin;C:\\py", PATHEXT: ".COM;.EXE;.BAT;.CMD;.PY;.JS" } });
  const here = installed("C:\\class\\bot.py", "C:\\class\\other.js", "C:\\py\\python.exe", "C:\\class\\python.py");
  assert.deepEqual(windowsWords(["bot"], here), ["C:\\py\\python.exe", "C:\\class\\bot.py"]);
  assert.deepEqual(windowsWords(["bot.py"], here), ["C:\\py\\python.exe", "bot.py"]);
  assert.deepEqual(windowsWords(["other"], here), [process.execPath, "C:\\class\\other.js"]);
  assert.deepEqual(windowsWords(["python3", "bot.py"], here), ["C:\\py\\python.exe", "bot.py"], "a file python.py is no Python");
});

test("what cannot be looked at is no file, as the alias that leads to Microsoft's Store", { skip: process.platform === "win32" }, () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "kit-"));
  symlinkSync("python3", path.join(folder, "python3")); // a circle: stat() throws, as it does for the alias
  assert.equal(isFile(path.join(folder, "python3")), false);
  assert.equal(isFolder(path.join(folder, "python3")), false);
  rmSync(folder, { recursive: true });
});

test("words are quoted as Microsoft's C library reads them", () => {
  for (const [word, quoted] of [["a", "a"], ["", '""'], ["a b", '"a b"'], ['a"b', '"a\\"b"'], ['a\\"b', '"a\\\\\\"b"'], ["a b\\", '"a b\\\\"'], ["a\\b", "a\\b"]]) {
    assert.equal(quotedForC(word), quoted);
  }
});

test("a batch file is given to cmd.exe, and none of its characters is a command", () => {
  const start = spawnOf(["bot", "a b", "x&calc"], { platform: "win32", ...windows("C:\\class\\bot.cmd") });
  assert.equal(start.program, "C:\\cmd.exe");
  assert.deepEqual(start.arguments.slice(0, 3), ["/d", "/s", "/c"]);
  assert.equal(start.options.windowsVerbatimArguments, true);
  assert.equal(lineForCmd(["C:\\bot.cmd", "x&calc"]), "C:\\bot.cmd x^^^&calc");
  assert.match(start.arguments[3], /x\^\^\^&calc"$/);
});

test("an .exe has its arguments as they are, and so has everything elsewhere", () => {
  assert.deepEqual(spawnOf(["bot", "a b"], { platform: "win32", ...windows("C:\\bin\\bot.exe") }), { program: "C:\\bin\\bot.exe", arguments: ["a b"], options: {} });
  assert.deepEqual(spawnOf(["./bot", "a b"], { platform: "darwin" }), { program: "./bot", arguments: ["a b"], options: {} });
});

test("a bot ends with all that it has started", () => {
  assert.deepEqual(wordsToEnd(42, "win32"), ["taskkill", "/pid", "42", "/t", "/f"]);
  assert.equal(wordsToEnd(42, "linux"), null);
});

test("a page is opened by the program of each system, and no shell reads its name", () => {
  assert.deepEqual(wordsToOpen("C:\\a & b\\x.html", { platform: "win32" }), ["rundll32", "url.dll,FileProtocolHandler", "C:\\a & b\\x.html"]);
  assert.deepEqual(wordsToOpen("/x.html", { platform: "darwin" }), ["open", "/x.html"]);
  assert.equal(wordsToOpen("/x.html", { platform: "linux", env: {} }), null);
  assert.deepEqual(wordsToOpen("/x.html", { platform: "linux", env: { DISPLAY: ":0" } }), ["xdg-open", "/x.html"]);
});

test("sample bots are found by their names, and bots are called by their programs", () => {
  assert.deepEqual(botWords(["sample:walls_random.py", "x"]).map((word) => path.basename(word)), ["python3", "walls_random.py", "x"]);
  const node = path.basename(process.execPath);
  assert.deepEqual(botWords(["sample:planets_random"]).map((word) => path.basename(word)), [node, "random_bot.js"]);
  assert.deepEqual(botWords(["sample:snake_random", "--seed", "1"]).map((word) => path.basename(word)), [node, "sample_bot.mjs", "snake_random", "--seed", "1"]);
  for (const name of ["walls_best", "referee.py", "../cli.js", ""]) assert.throws(() => botWords([`sample:${name}`]), /sample:/);
  const { bots, ...counts } = meetingOf({ bot: ["python3 my/bot.py", "bot.py", "ada=node x.js"], fill: "bot.py" }, ({ own, opponents }) => 5 - own - opponents);
  assert.deepEqual(bots.map((bot) => bot.name), ["bot", "bot-2", "ada", "bot-3", "bot-4"]);
  assert.deepEqual(counts, { own: 3, opponents: 0 });
});
