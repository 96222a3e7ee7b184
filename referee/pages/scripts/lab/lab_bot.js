// The text of a bot in the lab: where one begins, where it is kept, and the file that it becomes.
import {referee} from "../shared/globals.js";
import {pythonBot, workerBot} from "../shared/rules_worker.js";

const kLibrary = "// ---- referee.js. The lab has put the library here, so that one file is enough.\n";
const kRequire = /require\((["'])\.\/referee(?:\.js)?\1\)/;

const functionOf = (text, name) => new RegExp(`^function ${name}\\([\\s\\S]*?^}\\n`, "m").exec(text)[0];

/// A language of bots: the ending of its files, a bot with which one begins, the file that a text becomes and the text in a file, and a player of a match, or a promise
/// of it. `lineOf`: the line of the bot that a text names, from 1.
const javaScript = {
  ending: "js",
  starterOf: (game) => starterOf(game),
  fileOf: (text) => fileOf(text),
  textOf: (file) => textOf(file),
  player: (name, text) => workerBot(name, text),
  lineOf: (text) => Number(/\bbot\.js:(\d+)/.exec(text)?.[1] ?? 0),
};

const kPythonLibrary = /^import sys, types; .*# The lab has put referee\.py into this line, so that one file is enough\.\n/;

const python = {
  ending: "py",
  starterOf: (game) => referee.pythonFiles.starters[game],
  fileOf: (text) => (/^\s*(from|import) referee\b/m.test(text)
    ? `import sys, types; _of_lab = types.ModuleType("referee"); _of_lab.__file__ = "referee.py"; exec(compile(${JSON.stringify(referee.pythonFiles.library)}, "referee.py", "exec"), _of_lab.__dict__); sys.modules["referee"] = _of_lab  # The lab has put referee.py into this line, so that one file is enough.\n${text}`
    : text),
  textOf: (file) => file.replace(kPythonLibrary, ""),
  player: (name, text) => pythonBot(name, text),
  lineOf: (text) => Number([...text.matchAll(/File "bot\.py", line (\d+)/g)].at(-1)?.[1] ?? 0),
};

/// A bot for `game` that plays at random: of the functions of the sample bot, that of this game.
const starterOf = (game) => {
  const sample = referee.rulesFiles.opponents.find(({name}) => name === "random_bot").text;
  return [`// Plays ${game} at random. Change move(): it gets what your bot sees, and returns its move. Press Play, and see what it does.`,
    "// What you print with console.log is shown beside the replay.", `const { play } = require("./referee.js");`, "",
    "// Called with every match. Variables outside of move last for the match.", functionOf(sample, game),
    functionOf(sample, "pick"), "let player; // of the current match", "",
    "play((view) => player.move(view), {", `  start(match) { player = ${game}(match); },`, "  see: (view) => player.see?.(view),", "});", ""].join("\n");
};

/// One file that `referee match` and `referee submit` take: the library stands behind the bot, whose lines keep their numbers.
const fileOf = (text) => {
  if (!kRequire.test(text)) return text;
  return `${text.replace(kRequire, "refereeOfLab()").trimEnd()}\n\n${kLibrary}${referee.rulesFiles.library}` +
      `function refereeOfLab() {\n  const made = { exports: {} };\n  refereeLibrary(require, made, made.exports, process, console, "referee.js");\n  return made.exports;\n}\n`;
};

/// What the editor shows of such a file.
const textOf = (file) => {
  const at = file.indexOf(kLibrary);
  return at < 0 ? file : `${file.slice(0, at).trimEnd().replace("refereeOfLab()", 'require("./referee.js")')}\n`;
};

/// The texts of bots that this browser keeps, by game and language. One that keeps nothing, as from some disks, is no fault.
export const keptBots = {
  read(...of) {
    try {
      return localStorage.getItem(`referee lab ${of.join(" ")}`);
    } catch {
      return null;
    }
  },
  write(text, ...of) {
    try {
      localStorage.setItem(`referee lab ${of.join(" ")}`, text);
      return true;
    } catch {
      return false;
    }
  },
};

export const labLanguages = {javascript: javaScript, python};
