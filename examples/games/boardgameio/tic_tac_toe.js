// Tic-tac-toe, as a game of boardgame.io.
"use strict";

const { INVALID_MOVE } = require("boardgame.io/core");

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

module.exports = {
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    click({ G, playerID }, id) {
      if (G.cells[id] !== null) return INVALID_MOVE;
      G.cells[id] = playerID;
    },
  },
  endIf({ G, ctx }) {
    if (LINES.some((line) => line.every((id) => G.cells[id] === ctx.currentPlayer))) return { winner: ctx.currentPlayer };
    if (!G.cells.includes(null)) return { draw: true };
  },
  ai: { enumerate: (G) => [...G.cells.keys()].filter((id) => G.cells[id] === null).map((id) => ({ move: "click", args: [id] })) },
};
