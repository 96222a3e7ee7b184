// Any game of boardgame.io. Its own game object is in tic_tac_toe.js: put yours there, or require another file.
"use strict";

const { CreateGameReducer, InitializeGame, ProcessGameConfig } = require("boardgame.io/internal");
const { Game, Refused, serve } = require("./referee_game.js");
const definition = require("./tic_tac_toe.js");

const GAME = ProcessGameConfig({ ...definition, disableUndo: true });
const reduce = CreateGameReducer({ game: GAME });

/** A move of a bot as an action of boardgame.io: {"move": "click", "args": [4]}, or an event: {"event": "endTurn"}. */
function actionOf(seat, { move, event, args = [] }) {
  const type = move === undefined ? "GAME_EVENT" : "MAKE_MOVE";
  return { type, payload: { type: move ?? event, args, playerID: String(seat) } };
}

class BoardGame extends Game {
  begin() {
    const { seed, salt } = this.random;
    this.state = InitializeGame({ game: { ...GAME, seed: `${seed}:${salt}` }, numPlayers: this.seats });
    this.loser = null;
  }

  toMove() {
    const { gameover, activePlayers, currentPlayer } = this.state.ctx;
    if (this.loser !== null || gameover !== undefined) return [];
    return [Math.min(...Object.keys(activePlayers ?? { [currentPlayer]: null }).map(Number))];
  }

  legal(seat) {
    return GAME.ai?.enumerate(this.state.G, this.state.ctx, String(seat)) ?? null;
  }

  check(seat, move) {
    if (GAME.ai?.enumerate) {
      super.check(seat, move);
    } else if (typeof move?.move !== "string" || !Array.isArray(move.args ?? [])) {
      throw new Refused('a move is {"move": NAME, "args": [...]}', { malformed: true });
    }
    this.after(seat, move);
  }

  /** The state after a move. The state before is another object, which never changes. */
  after(seat, move) {
    const state = reduce(this.state, actionOf(seat, move));
    if (state._stateID === this.state._stateID) throw new Refused(`boardgame.io refuses it: ${state.transients?.error.type}`);
    return { ...state, deltalog: undefined };
  }

  play(seat, move) {
    if (move === undefined) this.loser = seat; // boardgame.io has no rule for this: the seat loses
    else this.state = this.after(seat, move);
    return [{ seat, ...move }];
  }

  view(reader) {
    const { G, ctx } = this.state;
    const playerID = reader.seat === null ? null : String(reader.seat);
    const shown = reader.seat === null && reader.sees(0) ? G : GAME.playerView({ G, ctx, playerID });
    const [mover] = this.toMove();
    const mine = mover !== undefined && (reader.seat ?? mover) === mover;
    return { G: shown, turn: ctx.turn, phase: ctx.phase, legal: mine ? this.legal(mover) : [] };
  }

  scores() {
    const { winner, scores } = this.state.ctx.gameover ?? {};
    const points = (seat) => (this.loser !== null ? this.loser !== seat : winner === String(seat));
    const isDecided = this.loser !== null || winner !== undefined;
    return scores ?? Array.from({ length: this.seats }, (_, seat) => (!isDecided ? 0 : points(seat) ? 1 : -1));
  }

  outcome() {
    return this.state.ctx.gameover ?? { loser: this.loser };
  }

  save() {
    return { state: this.state, loser: this.loser };
  }

  load({ state, loser }) {
    Object.assign(this, { state, loser });
  }
}

serve(BoardGame);
