// The picture of @NAME@ on pages: the dice of each seat, its points, and the bid. Change it with your view.
// RULES_PROGRAM.md, "painter.js", says what a painter is asked, and what it may draw with.
(() => {
  "use strict";
  const referee = (globalThis.referee ??= {});
  referee.painters ??= {};

  const kDots = {1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8]}; // of nine places

  /// A die of one unit, at its top left corner. `face` null: it is hidden.
  function paintDie(pen, x, y, face, seat, {colors}) {
    const {box, disc, inkOn, text} = referee.drawing;
    const color = colors.seats[seat % colors.seats.length];
    box(pen, x + 0.08, y + 0.08, 0.84, 0.84, 0.14, color);
    if (face === null) text(pen, "?", x + 0.5, y + 0.5, {size: 0.6, fill: inkOn(color)});
    for (const place of kDots[face] ?? []) {
      disc(pen, x + 0.27 + 0.23 * (place % 3), y + 0.27 + 0.23 * Math.floor(place / 3), 0.08, inkOn(color));
    }
  }

  class Dice {
    constructor(reel) {
      this.reel = reel;
      this.seats = reel.data.players.length;
      this.dice = reel.data.setup?.dice ?? 2;
      this.size = {width: this.dice + 2.5, height: this.seats + 1};
      this.animates = false;
      this.legend = Array.from({length: this.seats}, (_, seat) => ({
        text: `die of seat ${seat}`, swatch: (pen, colors) => paintDie(pen, 0, 0, 5, seat, {colors}),
      }));
    }

    /// By seat: its dice, null for each that is hidden.
    hands(index) {
      return this.reel.view(index).hands.map((hand) => hand ?? Array(this.dice).fill(null));
    }

    paint(pen, index, options) {
      const {text} = referee.drawing;
      const {points, bid} = this.reel.view(index);
      this.hands(index).forEach((hand, seat) => {
        text(pen, `${points[seat]} p`, 1.2, seat + 0.5, {size: 0.5, fill: options.colors.ink});
        hand.forEach((face, place) => paintDie(pen, place + 2.2, seat, face, seat, options));
      });
      if (bid && !options.small) {
        text(pen, `bid: ${bid[0]} x ${bid[1]}`, this.size.width / 2, this.seats + 0.5, {size: 0.4, fill: options.colors.soft});
      }
    }

    describe(index) {
      const {round, bid} = this.reel.view(index);
      const hands = this.hands(index).map((hand, seat) => (
        `Seat ${seat} has ${hand.every((face) => face === null) ? "hidden dice" : hand.join(" ")}.`));
      return [`Round ${round}.`, ...hands, bid ? `The bid is ${bid[0]} times ${bid[1]}.` : "There is no bid."].join(" ");
    }

    counts(index) {
      return [{label: "Points", values: this.reel.view(index).points}];
    }
  }

  referee.painters.@NAME@ = (reel) => (Array.isArray(reel.view(0)?.hands) ? new Dice(reel) : referee.plainPainter(reel));
})();
