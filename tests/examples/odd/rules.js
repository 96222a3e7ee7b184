"use strict";

const { Game, Refused, serve } = require("./referee_game.js");

function deepInside() {
  throw new Error("missing");
}

class Odd extends Game {
  begin({ keep, what }) {
    if (what === "refuse") throw new Refused("what: refused");
    if (what === "fail") deepInside();
    Object.assign(this, { keep, what, total: 0, rounds: 0, drawn: false });
  }

  all() {
    return [...Array(this.seats).keys()];
  }

  toMove() {
    return this.rounds === 2 ? [] : this.all().filter((seat) => !this.out.has(seat));
  }

  check(seat, move) {
    if (!Number.isInteger(move)) throw new Refused("no integer", { malformed: true });
    if (move > 9) throw new Refused("too large");
  }

  playTogether(moves) {
    if (this.rounds === 0) console.dir("some debugging");
    else process.stdout.write("some debugging\n");
    if (this.what === "fail later") deepInside();
    for (const move of moves.values()) this.total += move ?? 0;
    this.total += this.random.below(1000);
    this.rounds += 1;
    const spent = this.all().map((seat) => this.spentUs.get(seat) ?? null);
    return [{ moves: this.all().map((seat) => moves.get(seat) ?? null), spent }];
  }

  chance() {
    return this.rounds === 1 && !this.drawn ? [[{ die: 1 }, 1], [{ die: 2 }, 3]] : null;
  }

  draw(outcome) {
    Object.assign(this, { total: this.total + 1000 * outcome.die, drawn: true });
    return [{ drawn: outcome }];
  }

  view() {
    return { total: this.total, rounds: this.rounds, text: 'é世😀"\\' };
  }

  scores() {
    return this.what === "no number" ? [NaN] : this.all().map((seat) => this.total + 0.5 * seat);
  }

  outcome() {
    return { total: this.total };
  }

  setup() {
    return { constant: 1.5 };
  }

  save() {
    return this.keep === "referee" ? [this.total, this.rounds, this.drawn] : undefined;
  }

  load([total, rounds, drawn]) {
    Object.assign(this, { keep: "referee", what: "play", total, rounds, drawn });
  }
}

serve(Odd);
