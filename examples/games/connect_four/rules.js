// Connect Four: discs fall into columns, and four in a line win.
"use strict";

const { Game, serve } = require("./referee_game.js");

const DISCS = "XO"; // by seat
const DIRECTIONS = [[0, 1], [1, 0], [1, 1], [1, -1]]; // [rows, columns]

class ConnectFour extends Game {
  begin({ columns, rows }) {
    this.board = Array.from({ length: rows }, () => Array(columns).fill(".")); // from the top
    this.mover = 0;
    this.winner = null;
    this.line = []; // the four discs that win, each [row, column]
  }

  openColumns() {
    return [...this.board[0].keys()].filter((column) => this.board[0][column] === ".");
  }

  toMove() {
    return this.winner !== null || this.openColumns().length === 0 ? [] : [this.mover];
  }

  legal() {
    return this.openColumns();
  }

  play(seat, column) {
    if (column === undefined) {
      this.winner = 1 - seat; // a bot that gives no valid move loses
      return [{ seat }];
    }
    const row = this.board.findLastIndex((cells) => cells[column] === ".");
    this.board[row][column] = DISCS[seat];
    this.line = this.lineThrough(row, column);
    if (this.line.length > 0) this.winner = seat;
    this.mover = 1 - seat;
    return [{ seat, row, column }];
  }

  /** Four discs or more in a line with that one; none if there are fewer. */
  lineThrough(row, column) {
    const disc = this.board[row][column];
    for (const [down, right] of DIRECTIONS) {
      let [r, c] = [row, column];
      while (this.board[r - down]?.[c - right] === disc) [r, c] = [r - down, c - right];
      const line = [];
      for (; this.board[r]?.[c] === disc; [r, c] = [r + down, c + right]) line.push([r, c]);
      if (line.length >= 4) return line;
    }
    return [];
  }

  view() {
    return { board: this.board.map((cells) => cells.join("")), mover: this.toMove()[0] ?? null };
  }

  picture() {
    const legend = {
      X: { seat: 0, shape: "circle", name: "disc of seat 0" },
      O: { seat: 1, shape: "circle", name: "disc of seat 1" },
    };
    const marks = [];
    if (this.line.length > 0) {
      const [first, last] = [this.line[0], this.line.at(-1)].map(([row, column]) => [column + 0.5, row + 0.5]);
      marks.push({ line: [first, last], color: "black" });
    }
    return { grid: this.view().board, columns: this.board[0].map((_, column) => String(column)), legend, marks };
  }

  scores() {
    return [0, 1].map((seat) => (this.winner === null ? 0 : this.winner === seat ? 1 : -1));
  }

  outcome() {
    return { winner: this.winner, line: this.line };
  }
}

serve(ConnectFour);
