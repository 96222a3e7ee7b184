// The picture of Gomoku on pages: stones on the points where lines cross, the newest stone with a dot, and a bar through
// the line that wins.
(() => {
  "use strict";
  const referee = (globalThis.referee ??= {});
  referee.painters ??= {};

  const kLetters = "ABCDEFGHIJKLMNOPQRS"; // of columns
  const kSeats = {X: 0, O: 1};

  /// "H8" for row 7, column 7.
  const nameOf = ([row, column]) => `${kLetters[column]}${row + 1}`;

  /// A stone: seats differ in colour, and in the ring of the second one.
  function paintStone(pen, x, y, seat, radius, colors) {
    const {disc, ring, inkOn} = referee.drawing;
    disc(pen, x, y, radius, colors.seats[seat]);
    if (seat === 1) ring(pen, x, y, radius * 0.72, radius * 0.12, inkOn(colors.seats[1]));
  }

  class Gomoku {
    constructor(reel) {
      this.reel = reel;
      this.lines = reel.view(0).board.length;
      this.margin = 0.9;
      this.size = {width: this.lines - 1 + 2 * this.margin, height: this.lines - 1 + 2 * this.margin};
      this.animates = true;
      this.legend = [0, 1].map((seat) => ({
        text: `stone of seat ${seat}`,
        swatch: (pen, colors) => paintStone(pen, 0.5, 0.5, seat, 0.42, colors),
      }));
    }

    stones(index) {
      return this.reel.view(index).board.flatMap((marks, row) => [...marks].flatMap((mark, column) => (
        mark in kSeats ? [{row, column, seat: kSeats[mark]}] : [])));
    }

    paint(pen, index, {colors, progress = 1, small = false}) {
      const {disc, line, eased, inkOn, mixed, sheer} = referee.drawing;
      const {last = null, line: winning = []} = this.reel.view(index);
      pen.save();
      pen.translate(this.margin, this.margin);
      this.paintBoard(pen, colors, small);
      for (const {row, column, seat} of this.stones(index)) {
        const isNew = last !== null && last[0] === row && last[1] === column;
        paintStone(pen, column, row, seat, isNew ? 0.42 * eased(progress) : 0.42, colors);
        if (isNew) disc(pen, column, row, 0.1 * eased(progress), inkOn(colors.seats[seat]));
      }
      if (winning.length > 0) {
        const ends = [winning[0], winning.at(-1)].map(([row, column]) => [column, row]);
        line(pen, ends, 0.14, sheer(mixed(colors.ink, colors.good, 0.5), 0.9));
      }
      pen.restore();
    }

    paintBoard(pen, colors, small) {
      const {box, disc, line, text} = referee.drawing;
      const end = this.lines - 1;
      box(pen, -0.5, -0.5, end + 1, end + 1, 0.2, colors.board);
      for (let at = 0; at <= end; ++at) {
        line(pen, [[0, at], [end, at]], 0.03, colors.line, "butt");
        line(pen, [[at, 0], [at, end]], 0.03, colors.line, "butt");
        if (!small) {
          text(pen, kLetters[at], at, -0.7, {size: 0.4, fill: colors.soft, weight: 500});
          text(pen, String(at + 1), -0.7, at, {size: 0.4, fill: colors.soft, weight: 500});
        }
      }
      if (this.lines % 2 === 1) disc(pen, end / 2, end / 2, 0.09, colors.line);
    }

    describe(index) {
      const {mover = null, last = null, line = []} = this.reel.view(index);
      const places = [0, 1].map((seat) => this.stones(index).filter((stone) => stone.seat === seat)
        .map(({row, column}) => nameOf([row, column])));
      return [
        mover === null ? "The match is over." : `Seat ${mover} is to move.`,
        last === null ? "" : `The newest stone is on ${nameOf(last)}.`,
        ...places.map((names, seat) => (names.length === 0 ? "" : `Stones of seat ${seat}: ${names.join(", ")}.`)),
        line.length === 0 ? "" : `The line from ${nameOf(line[0])} to ${nameOf(line.at(-1))} wins.`,
      ].filter((text) => text !== "").join(" ");
    }

    counts(index) {
      const stones = this.stones(index);
      return [{label: "Stones", values: [0, 1].map((seat) => stones.filter((stone) => stone.seat === seat).length)}];
    }
  }

  referee.painters.gomoku = (reel) =>
    (Array.isArray(reel.view(0)?.board) ? new Gomoku(reel) : referee.plainPainter(reel));
})();
