// The keys of the viewer: those of Table 1 of the Planets handout, as in a terminal.
/// [keys as people read them, what they do], for the help.
export const keyTable = [
  ["right, down, n", "next frame"], ["left, up, p", "previous frame"], ["home, page up", "first frame"],
  ["end, page down", "last frame; follows a live game"], ["enter", "plays forward"], ["backspace", "plays backward"],
  ["space", "pauses, goes on"], ["f", "faster"], ["s", "slower"], ["w", "whole screen and back"], ["h, ?", "shows or hides this"],
];

const commands = {
  ArrowRight: "next", ArrowDown: "next", n: "next", ArrowLeft: "previous", ArrowUp: "previous", p: "previous",
  Home: "first", PageUp: "first", End: "last", PageDown: "last", Enter: "forward", Backspace: "backward",
  " ": "pause", f: "faster", s: "slower", w: "screen", h: "help", "?": "help",
};

// A button, link or summary does its own work with these.
const kOfControls = new Set(["Enter", " "]);

/// The command of a key, undefined if it has none. `on`: "text" where text is typed or scrolled, "control" on what
/// enter and space press, else "board".
export const commandOf = ({key, ctrlKey = false, altKey = false, metaKey = false}, on = "board") => {
  if (ctrlKey || altKey || metaKey || on === "text") return undefined;
  if (on === "control" && kOfControls.has(key)) return undefined;
  const name = key.length === 1 ? key.toLowerCase() : key;
  return Object.hasOwn(commands, name) ? commands[name] : undefined;
};

/// What of a page `element` is, for commandOf.
export const placeOf = (element) => {
  if (element.closest("textarea, select, pre, [contenteditable], input:not([type=range])")) return "text";
  return element.closest("button, a, summary") ? "control" : "board";
};
