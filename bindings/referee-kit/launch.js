// How a bot's command becomes a process, by the rules of this system. Pure functions, but for launch(): tests try Windows' rules anywhere.
import { spawn } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const LEAVE_MS = 1000; // for a process that is asked to end

/** The words of a command: quotes hold spaces together, and a backslash takes the next character as it is, except on Windows, where paths
 * have backslashes, and where ' is a quote only around whole words: paths have that, too. Throws Error for an open quote. */
export function wordsOf(command, platform = process.platform) {
  const words = [];
  let word = null;
  let quote = "";
  const isWindows = platform === "win32";
  const opens = (letter) => letter === '"' || (letter === "'" && (!isWindows || word === null));
  const closes = (i) => command[i] === quote && (quote !== "'" || !isWindows || i + 1 === command.length || /\s/.test(command[i + 1]));
  for (let i = 0; i < command.length; ++i) {
    const letter = command[i];
    if (quote !== "" && closes(i)) {
      quote = "";
    } else if (quote === "" && opens(letter)) {
      quote = letter;
      word ??= "";
    } else if (letter === "\\" && !isWindows && quote !== "'" && i + 1 < command.length) {
      word = (word ?? "") + command[++i];
    } else if (quote === "" && /\s/.test(letter)) {
      if (word !== null) words.push(word);
      word = null;
    } else {
      word = (word ?? "") + letter;
    }
  }
  if (quote !== "") throw new Error(`a ${quote} is open: ${command}`);
  if (word !== null) words.push(word);
  return words;
}

/** What is at the end of links; null: nothing, or nothing that can be looked at, as the alias of python3 that leads to Microsoft's Store. */
function statOf(file) {
  try {
    return statSync(file);
  } catch {
    return null;
  }
}
export const isFile = (file) => statOf(file)?.isFile() ?? false;
export const isFolder = (file) => statOf(file)?.isDirectory() ?? false;

const SYSTEM = /^\.(com|exe|bat|cmd)$/i; // what Windows itself starts
const SCRIPT = /\.(py|[cm]?js)$/i; // what windowsWords() gives to its interpreter

/** The file that Windows would start for `program`: as it is if it has an extension, else with one of PATHEXT, in this folder and then in
 * those of PATH. `scripts`: also those of Python and JavaScript. null: there is none. */
export function windowsProgram(program, { env = process.env, cwd = process.cwd(), isFile: isThere = isFile, scripts = true } = {}) {
  const { win32 } = path;
  const endings = (env.PATHEXT || ".COM;.EXE;.BAT;.CMD").split(";").map((ending) => ending.trim().toLowerCase())
    .filter((ending) => SYSTEM.test(ending) || (scripts && SCRIPT.test(ending)));
  const names = endings.includes(win32.extname(program).toLowerCase()) ? [program] : endings.map((ending) => program + ending);
  const isPath = /[\\/:]/.test(program);
  const folders = isPath ? [cwd] : [cwd, ...(env.PATH ?? env.Path ?? "").split(";").filter(Boolean)];
  for (const folder of folders) {
    for (const name of names) {
      const file = win32.resolve(folder, name);
      if (isThere(file)) return file;
    }
  }
  return null;
}

/** A script of Python or JavaScript; null: there is none. */
function windowsScript(word, { cwd = process.cwd(), isFile: isThere = isFile }) {
  const file = path.win32.resolve(cwd, word);
  return SCRIPT.test(word) && isThere(file) ? file : null;
}

/** Whether the system can start this file as a program. */
export function isProgram(file, { platform = process.platform, ...where } = {}) {
  if (platform === "win32") return (windowsProgram(file, where) ?? windowsScript(file, where)) !== null;
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The words that start Python on Windows: those of `python3` or `python`, or of the launcher where only that is there; null: nothing is. */
function windowsPython(where) {
  for (const [name, ...version] of [["python3"], ["python"], ["py", "-3"]]) {
    const found = windowsProgram(name, { ...where, scripts: false });
    if (found !== null) return [found, ...version];
  }
  return null;
}

/** The words to start on Windows. A script of Python or JavaScript is given to its interpreter. */
export function windowsWords(words, where = {}) {
  const [program, ...rest] = words;
  const found = SCRIPT.test(program) ? program : windowsProgram(program, { ...where, scripts: !/^python3?$/i.test(program) });
  if (found !== null && /\.py$/i.test(found)) return [...(windowsPython(where) ?? ["python"]), found, ...rest];
  if (found !== null) return SCRIPT.test(found) ? [process.execPath, found, ...rest] : [found, ...rest];
  return /^python3?$/i.test(program) ? [...(windowsPython(where) ?? [program]), ...rest] : words;
}

/** A word for programs that split their command line as Microsoft's C library does. */
export function quotedForC(word) {
  if (word !== "" && !/[\s"]/.test(word)) return word;
  return `"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, "$1$1")}"`;
}

/** The line that cmd.exe is given for a .cmd or .bat: each character that it would take for itself has a ^ before it. Batch files read their
 * arguments once more, so those have two. */
export function lineForCmd(words) {
  const carets = (text) => text.replace(/[()\][%!^"`<>&|;, *?]/g, "^$&");
  const [program, ...rest] = words;
  return [carets(quotedForC(program)), ...rest.map((word) => carets(carets(quotedForC(word))))].join(" ");
}

/** What spawn() is given: program, arguments and options. */
export function spawnOf(words, { platform = process.platform, ...where } = {}) {
  if (platform !== "win32") return { program: words[0], arguments: words.slice(1), options: {} };
  const [program, ...rest] = windowsWords(words, where);
  if (/\.(cmd|bat)$/i.test(program)) {
    return { program: (where.env ?? process.env).ComSpec || "cmd.exe", arguments: ["/d", "/s", "/c", `"${lineForCmd([program, ...rest])}"`],
      options: { windowsVerbatimArguments: true } };
  }
  return { program, arguments: rest, options: {} };
}

const launched = new Set(); // bots that run
let interruption = null; // what the next signal does in place of ending all bots
let listens = false; // for signals

/** The exit code of a program that a signal has ended. */
export const codeOf = (signal) => 128 + os.constants.signals[signal];

function interrupted(signal) {
  const instead = interruption;
  interruption = null;
  if (instead !== null) {
    instead(signal);
    return;
  }
  launched.forEach(endGroup);
  process.exit(codeOf(signal));
}

function listen() {
  if (!listens) ["SIGINT", "SIGTERM", "SIGHUP"].forEach((signal) => process.on(signal, interrupted));
  listens = true;
}

/** From now on the first signal that ends a program (Ctrl-C, SIGTERM, SIGHUP) calls `instead` with its name, and the next one ends all bots and this
 * program. null: the first one ends them. */
export function atInterruption(instead) {
  interruption = instead;
  listen();
}

/** Starts a bot with pipes, in a process group of its own: Ctrl-C is for this program. What it has started in this group ends with it. Its standard error
 * is this program's, unless `stderr` is "pipe". Variables of REFEREE_ are not for it. */
export function launch(words, { cwd, stderr = "inherit" } = {}) {
  const start = spawnOf(words);
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("REFEREE_")));
  const child = spawn(start.program, start.arguments, { cwd, env, stdio: ["pipe", "pipe", stderr], windowsHide: true, ...ownGroup(), ...start.options });
  listen();
  launched.add(child);
  child.on("error", () => launched.delete(child));
  child.on("exit", () => {
    launched.delete(child);
    endGroup(child);
  });
  return child;
}

/** The words that end a process with all that it has started, where a signal ends only itself: a .cmd file has a child that is the bot. */
export function wordsToEnd(pid, platform = process.platform) {
  return platform === "win32" ? ["taskkill", "/pid", String(pid), "/t", "/f"] : null;
}

/** Ends a process that launch() has started. Except on Windows it is asked to leave, and killed a second later with its group. */
export function endTree(child) {
  const words = child.pid === undefined ? null : wordsToEnd(child.pid);
  if (words !== null) {
    spawn(words[0], words.slice(1), { stdio: "ignore", windowsHide: true }).on("error", () => child.kill("SIGKILL"));
    return;
  }
  child.kill("SIGTERM");
  const timer = setTimeout(() => endGroup(child), LEAVE_MS);
  child.on("exit", () => clearTimeout(timer));
  if (child.exitCode !== null || child.signalCode !== null) clearTimeout(timer);
}

/** Ends all bots that run. */
export function endLaunched() {
  launched.forEach(endTree);
}

/** Options of spawn() for a process that endGroup() ends: Windows finds what it has started by itself. */
export const ownGroup = (platform = process.platform) => ({ detached: platform !== "win32" });

/** Ends a process that was started with ownGroup(), and all that it has started in its group, at once. It may have ended. */
function endGroup(child) {
  if (child.pid === undefined) return;
  if (wordsToEnd(child.pid) !== null) {
    if (child.exitCode === null) endTree(child);
    return;
  }
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch (failure) {
    if (failure.code !== "ESRCH" && failure.code !== "EPERM") throw failure; // nobody is left in it
  }
}

/** The words that open a file in the browser; null: there is no desktop. No shell reads the name of the file. */
export function wordsToOpen(file, { platform = process.platform, env = process.env } = {}) {
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler", file];
  if (platform === "darwin") return ["open", file];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ["xdg-open", file] : null;
}

/** Opens a file in the browser; false if that cannot be. */
export async function openInBrowser(file) {
  const words = wordsToOpen(file);
  if (words === null) return false;
  return new Promise((resolve) => {
    const opener = spawn(words[0], words.slice(1), { stdio: "ignore", windowsHide: true });
    opener.on("error", () => resolve(false));
    opener.on("exit", (code) => resolve(code === 0));
  });
}
