// Looks four moves ahead. It speaks the protocol without a library.
"use strict";

const { createInterface } = require("node:readline");

const DEPTH = 4;
const DIRECTIONS = [[0, 1], [1, 0], [1, 1], [1, -1]];

const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

/** The row on which a disc comes to rest; -1 if the column is full. */
const landing = (board, column) => board.findLastIndex((cells) => cells[column] === ".");

function isWin(board, row, column) {
  const disc = board[row][column];
  return DIRECTIONS.some(([down, right]) => {
    let count = 1;
    for (const way of [1, -1]) {
      for (let n = way; board[row + n * down]?.[column + n * right] === disc; n += way) ++count;
    }
    return count >= 4;
  });
}

/** The value of a board for the disc that is to move: the sooner it wins, the more. */
function valueOf(board, disc, depth) {
  if (depth === 0) return 0;
  let best = -Infinity;
  for (let column = 0; column < board[0].length; ++column) best = Math.max(best, valueOfMove(board, disc, column, depth));
  return best === -Infinity ? 0 : best; // full
}

function valueOfMove(board, disc, column, depth) {
  const row = landing(board, column);
  if (row < 0) return -Infinity;
  board[row][column] = disc;
  const value = isWin(board, row, column) ? depth : -valueOf(board, disc === "X" ? "O" : "X", depth - 1);
  board[row][column] = ".";
  return value;
}

function choose(view) {
  const board = view.board.map((cells) => [...cells]);
  const values = board[0].map((_, column) => valueOfMove(board, "XO"[view.mover], column, DEPTH));
  const best = [...values.keys()].filter((column) => values[column] === Math.max(...values));
  return best[Math.floor(Math.random() * best.length)];
}

say({ type: "hello", protocol: 1 });
const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const { type, match, turn, view, message } = JSON.parse(line);
  if (type === "turn") say({ type: "move", match, turn, move: choose(view) });
  if (type === "error") console.error(message);
  if (type === "bye") lines.close();
});
