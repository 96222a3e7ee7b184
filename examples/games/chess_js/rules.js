// Chess by the rules of chess.js.
"use strict";

const { Chess } = require("chess.js");
const { Game, Refused, serve } = require("./referee_game.js");

const PIECES = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };

class ChessJs extends Game {
  begin({ fen }) {
    try {
      this.chess = new Chess(fen);
    } catch (error) {
      throw new Refused(`options.fen: got ${fen}: ${error.message}`);
    }
    this.loser = null;
    this.update();
  }

  /** What takes long is asked once a position. */
  update() {
    this.isOver = this.loser !== null || this.chess.isGameOver();
    this.moves = this.isOver ? [] : this.chess.moves();
  }

  mover() {
    return this.chess.turn() === "w" ? 0 : 1;
  }

  toMove() {
    return this.isOver ? [] : [this.mover()];
  }

  legal() {
    return this.moves;
  }

  play(seat, move) {
    if (move === undefined) this.loser = seat; // a bot that gives no valid move loses
    else this.chess.move(move);
    this.update();
    return [{ seat, move: move ?? null }];
  }

  scores() {
    const loser = this.loser ?? (this.chess.isCheckmate() ? this.mover() : null);
    return [0, 1].map((seat) => (!this.isOver ? 0 : loser === null ? 0.5 : Number(seat !== loser)));
  }

  outcome() {
    const { chess } = this;
    const reasons = {
      "no valid move": this.loser !== null,
      checkmate: chess.isCheckmate(),
      stalemate: chess.isStalemate(),
      "insufficient material": chess.isInsufficientMaterial(),
      "threefold repetition": chess.isThreefoldRepetition(),
      "fifty moves": chess.isDrawByFiftyMoves(),
    };
    return { fen: chess.fen(), reason: Object.keys(reasons).find((reason) => reasons[reason]) };
  }

  view() {
    return { fen: this.chess.fen(), check: this.chess.isCheck(), legal: this.moves };
  }

  picture() {
    const grid = this.chess.board().map((rank) => rank.map((piece) => (!piece ? "." : piece.color === "w" ? piece.type.toUpperCase() : piece.type)));
    const legend = Object.fromEntries(Object.entries(PIECES).flatMap(([letter, name]) => [
      [letter.toUpperCase(), { seat: 0, text: letter.toUpperCase(), name: `white ${name}` }],
      [letter, { seat: 1, text: letter.toUpperCase(), name: `black ${name}` }],
    ]));
    return { grid, legend };
  }
}

serve(ChessJs);
