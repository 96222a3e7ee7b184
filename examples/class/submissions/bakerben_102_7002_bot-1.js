"use strict";
const moves = { f: "forward", l: "left", r: "right" };
const script = "ffl";
let asked = 0;
const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");
say({ type: "hello", protocol: 1 });
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { type, match, turn } = JSON.parse(line);
  if (type === "turn") say({ type: "move", match, turn, move: moves[script[asked++ % script.length]] });
});
