// The picture of Battleship: the boards of both players side by side, and below each its fleet. What a view does not
// tell is not drawn: spectators of a running match see shots, and a seat its own ships as well.
(() => {
  "use strict";
  const referee = (globalThis.referee ??= {});
  referee.painters ??= {};

  const kTop = 1.9;       // above the cells: whose board it is, and the numbers of columns
  const kLeft = 1;        // left of them: the numbers of rows
  const kGap = 0.8;       // between the boards
  const kSide = 0.35;     // about the whole
  const kFleetCell = 0.5; // a cell of the ships below the boards
  const kFleetLine = 0.8; // from one line of these ships to the next
  const kTries = 20000;   // steps of the search for ships

  const letterOf = (seat) => "AB"[seat];
  const plural = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
  const marksOf = (board) => board.flatMap((line, row) => [...line].map((mark, column) => [mark, row, column]));
  const cellsWith = (board, marks) =>
    marksOf(board).flatMap(([mark, row, column]) => (marks.includes(mark) ? [[row, column]] : []));
  const cellsOf = ({at: [row, column], across, length}) =>
    Array.from({length}, (_, i) => (across ? [row, column + i] : [row + i, column]));

  /// The list without the first such member.
  function without(list, member) {
    const at = list.indexOf(member);
    return list.filter((_, i) => i !== at);
  }

  /// Ships {at, across, length} of these lengths that fill exactly the free cells; null if none were found. Where ships
  /// touch there may be several answers; this is one of them.
  function shipsOn(free, lengths) {
    let tries = 0;
    function search(cells, left, ships) {
      const at = cells.values().next().value;  // the first by rows: the upper or left end of its ship
      if (at === undefined) return left.length === 0 ? ships : null;
      for (const length of new Set(left)) {
        for (const across of [true, false]) {
          const ship = {at, across, length};
          const keys = cellsOf(ship).map(String);
          if (++tries > kTries || !keys.every((key) => cells.has(key))) continue;
          const rest = new Map(cells);
          keys.forEach((key) => rest.delete(key));
          const found = search(rest, without(left, length), [...ships, ship]);
          if (found) return found;
        }
      }
      return null;
    }
    return search(new Map(free.map((cell) => [String(cell), cell])), lengths, []);
  }

  /// The ship on these cells, which lie in one row or column.
  function shipOn(cells) {
    const rows = cells.map(([row]) => row);
    const columns = cells.map(([, column]) => column);
    const across = rows.every((row) => row === rows[0]);
    return {at: [Math.min(...rows), Math.min(...columns)], across, length: cells.length};
  }

  // ---- parts of the picture ----

  /// A hull with a pointed bow, a deck line and round towers.
  function paintHull(pen, ship, fill, edge, width) {
    const {polygon, line} = referee.drawing;
    const long = ship.length;
    const bow = Math.min(0.55, long * 0.4);
    const outline = [[0.08, 0.3], [0.2, 0.16], [long - bow, 0.16], [long - 0.2, 0.32], [long - 0.06, 0.5],
      [long - 0.2, 0.68], [long - bow, 0.84], [0.2, 0.84], [0.08, 0.7]];
    pen.save();
    pen.translate(ship.at[1], ship.at[0]);
    if (!ship.across) {
      pen.translate(1, 0);
      pen.rotate(Math.PI / 2);
    }
    polygon(pen, outline, fill);
    line(pen, [...outline, outline[0]], width, edge);
    for (let deck = 0; deck < long; ++deck) {
      line(pen, [[deck + 0.4, 0.5], [deck + 0.6, 0.5]], 0.2, edge);
    }
    pen.restore();
  }

  function paintMiss(pen, x, y, colors) {
    const {disc, ring} = referee.drawing;
    disc(pen, x, y, 0.11, colors.ink);
    ring(pen, x, y, 0.24, 0.045, referee.drawing.sheer(colors.ink, 0.45));
  }

  function paintHit(pen, x, y, colors) {
    const {polygon, star, cross} = referee.drawing;
    polygon(pen, star(x, y, 0.44, 0.27, 8), colors.fault);
    cross(pen, x, y, 0.13, 0.1, colors.board);
  }

  class Battleship {
    constructor(reel) {
      const {size, ships} = reel.data.setup;
      this.reel = reel;
      this.cells = size;
      this.fleet = [...ships].sort((a, b) => b - a);
      this.places = this.placesOfFleet();
      const lines = Math.max(...this.places.map(({line}) => line)) + 1;
      this.tall = false;
      this.boardHeight = kTop + size + 0.4 + lines * kFleetLine;
      this.size = {
        width: 2 * (kLeft + size) + kGap + 2 * kSide,
        height: this.boardHeight + kSide,
      };
      this.animates = true;
      this.sunk = [[]];  // by frame: the sunk ships {seat, ship} so far
      this.legend = [
        {text: "ship, if it may be seen", swatch: (pen, colors) => this.paintShip(pen, 0, shipOn([[0, 0]]), colors)},
        {text: "hit", swatch: (pen, colors) => paintHit(pen, 0.5, 0.5, colors)},
        {text: "miss", swatch: (pen, colors) => paintMiss(pen, 0.5, 0.5, colors)},
        {text: "sunk ship", swatch: (pen, colors) => this.paintSunk(pen, shipOn([[0, 0]]), colors)},
      ];
    }

    /// Where the ships of a fleet are drawn below its board: {length, x, line}.
    placesOfFleet() {
      let x = 0;
      let line = 0;
      return this.fleet.map((length) => {
        const width = length * kFleetCell;
        if (x > 0 && x + width > this.cells) {
          x = 0;
          ++line;
        }
        const place = {length, x, line};
        x += width + 0.3;
        return place;
      });
    }

    // ---- what the views tell ----

    /// The ships sunk until the frame: the cells that became "#" together are one ship.
    sunkAt(index) {
      for (let next = this.sunk.length; next <= index; ++next) {
        const before = this.reel.view(next - 1).boards;
        const ships = this.reel.view(next).boards.flatMap((board, seat) => {
          const cells = cellsWith(board, "#").filter(([row, column]) => before[seat][row][column] !== "#");
          return cells.length === 0 ? [] : [{seat, ship: shipOn(cells)}];
        });
        this.sunk.push(ships.length === 0 ? this.sunk[next - 1] : [...this.sunk[next - 1], ...ships]);
      }
      return this.sunk[index];
    }

    /// The ships of a seat if the views show them, else []. As its player placed them, or else, where the rules drew
    /// them, as they may lie.
    shipsOf(seat) {
      if (this.reel.length < 2) return [];
      this.ships ??= [null, null];
      return (this.ships[seat] ??= this.findShips(seat));
    }

    findShips(seat) {
      const board = this.reel.view(this.reel.lastOf(1)).boards[seat];
      const free = cellsWith(board, "S");
      const placed = this.reel.data.turns[0].answers.find((answer) => answer.seat === seat)?.move?.ships;
      if (free.length === 0) return [];
      if (placed?.every((ship) => cellsOf(ship).every(([row, column]) => board[row]?.[column] === "S"))) return placed;
      return shipsOn(free, this.fleet) ?? free.map((cell) => shipOn([cell]));
    }

    /// The shot that led to the frame: {seat (whose board), row, column, hit, sunk}, or null.
    shotAt(index) {
      const {shot = null, hit = false, sunk = null} = this.reel.events(index);
      const shooter = index === 0 ? null : this.reel.view(index - 1).mover;
      if (shot === null || shooter === null) return null;
      return {seat: 1 - shooter, row: shot[0], column: shot[1], hit, sunk};
    }

    hitsOn(view, seat) {
      return cellsWith(view.boards[seat], "x#").length;
    }

    // ---- painting ----

    paintShip(pen, seat, ship, colors) {
      const {mixed} = referee.drawing;
      const color = colors.seats[seat];
      paintHull(pen, ship, mixed(color, colors.board, 0.45), color, 0.07);
    }

    paintSunk(pen, ship, colors) {
      const {mixed, frame} = referee.drawing;
      const {at: [row, column], across, length} = ship;
      paintHull(pen, ship, mixed(colors.soft, colors.board, 0.35), colors.ink, 0.06);
      frame(pen, column + 0.03, row + 0.03, (across ? length : 1) - 0.06, (across ? 1 : length) - 0.06, 0.3, 0.09,
        colors.fault);
    }

    paintSea(pen, colors) {
      const {box, cell, mixed} = referee.drawing;
      const sea = mixed(colors.board, "#2f8fd0", 0.16);
      box(pen, -0.1, -0.1, this.cells + 0.2, this.cells + 0.2, 0.2, mixed(colors.board, "#2f8fd0", 0.36));
      for (let row = 0; row < this.cells; ++row) {
        for (let column = 0; column < this.cells; ++column) cell(pen, column, row, 0.03, 0.08, sea);
      }
    }

    paintHead(pen, view, seat, {colors, small}) {
      const {box, disc, text, inkOn} = referee.drawing;
      const color = colors.seats[seat];
      const over = view.phase === "over";
      disc(pen, 0.45, -1.25, 0.48, color);
      text(pen, letterOf(seat), 0.45, -1.25, {size: 0.66, fill: inkOn(color), weight: 800});
      const width = this.cells - 1.2;
      const player = this.reel.data.players[seat] ?? "";
      text(pen, player, 1.15, -1.27, {size: 0.66, fill: colors.ink, align: "left", width: width * 0.62});
      if (view.mover === seat || over) {
        const label = over ? plural(this.hitsOn(view, 1 - seat), "hit") : "shoots";
        const wide = Math.min(0.36 * this.cells, 2.7);
        box(pen, this.cells - wide, -1.64, wide, 0.78, 0.39, over ? colors.line : colors.good);
        const ink = over ? colors.ink : inkOn(colors.good);
        text(pen, label, this.cells - wide / 2, -1.25, {size: 0.52, fill: ink, width: wide - 0.4});
      }
      if (small) return;
      const style = {size: 0.4, fill: colors.soft, weight: 500};
      for (let number = 0; number < this.cells; ++number) {
        text(pen, String(number), number + 0.5, -0.4, style);
        text(pen, String(number), -0.45, number + 0.5, style);
      }
    }

    /// The fleet below a board; the ships that are not among `afloat` are crossed out.
    paintFleet(pen, view, seat, colors) {
      const {line} = referee.drawing;
      const afloat = view.phase === "place" ? [...this.fleet] : [...view.afloat[seat]];
      for (const {length, x, line: row} of this.places) {
        const found = afloat.indexOf(length);
        if (found >= 0) afloat.splice(found, 1);
        pen.save();
        pen.translate(x, this.cells + 0.4 + row * kFleetLine);
        pen.scale(kFleetCell, kFleetCell);
        const ship = {at: [0, 0], across: true, length};
        if (found >= 0) {
          this.paintShip(pen, seat, ship, colors);
        } else {
          paintHull(pen, ship, colors.ground, colors.soft, 0.07);
          line(pen, [[0, 0.9], [length, 0.1]], 0.16, colors.fault);
        }
        pen.restore();
      }
    }

    /// The sign of the last shot; t below 1: on its way.
    paintShot(pen, shot, t, colors) {
      const {ring, sheer, between} = referee.drawing;
      const [x, y] = [shot.column + 0.5, shot.row + 0.5];
      if (t < 0.5) {
        ring(pen, x, y, between(1.8, 0.3, t * 2), 0.1, colors.accent);
        return;
      }
      const spread = (t - 0.5) * 2;
      if (t < 1) {
        const color = shot.hit ? colors.fault : colors.accent;
        ring(pen, x, y, between(0.3, shot.sunk === null ? 0.9 : 1.8, spread), 0.12, sheer(color, 1 - spread));
      }
      referee.drawing.frame(pen, shot.column - 0.02, shot.row - 0.02, 1.04, 1.04, 0.16, 0.1, colors.accent);
    }

    paintBoard(pen, index, seat, {colors, progress, small}) {
      const shown = index > 0 && progress < 0.5 ? index - 1 : index;  // until the shot falls, what was before
      const view = this.reel.view(shown);
      const board = view.boards[seat];
      const shot = this.shotAt(index);
      this.paintHead(pen, view, seat, {colors, small});
      this.paintSea(pen, colors);
      const sunk = this.sunkAt(shown).filter((one) => one.seat === seat);
      const ships = view.phase === "place" ? [] : this.shipsOf(seat);
      for (const ship of ships) this.paintShip(pen, seat, ship, colors);
      for (const {ship} of sunk) this.paintSunk(pen, ship, colors);
      for (const [row, column] of cellsWith(board, "o")) paintMiss(pen, column + 0.5, row + 0.5, colors);
      for (const [row, column] of cellsWith(board, "x#")) paintHit(pen, column + 0.5, row + 0.5, colors);
      if (shot?.seat === seat) this.paintShot(pen, shot, progress, colors);
      this.paintFleet(pen, view, seat, colors);
    }

    /// Puts the boards one below the other (`tall`), as narrow screens want them, or side by side.
    arrange(tall) {
      if (tall === this.tall) return;
      this.tall = tall;
      const side = kLeft + this.cells;
      this.size = tall ? {width: side + 2 * kSide, height: 2 * this.boardHeight + kSide}
                       : {width: 2 * side + kGap + 2 * kSide, height: this.boardHeight + kSide};
    }

    paint(pen, index, {colors, progress = 1, small = false}) {
      const tiny = small || referee.drawing.pixels(pen) < 13;
      for (const seat of [0, 1]) {
        pen.save();
        const [across, down] = this.tall ? [0, this.boardHeight] : [kLeft + this.cells + kGap, 0];
        pen.translate(kSide + kLeft + seat * across, kTop + seat * down);
        this.paintBoard(pen, index, seat, {colors, progress, small: tiny});
        pen.restore();
      }
    }

    // ---- texts ----

    textOfShot(index) {
      const shot = this.shotAt(index);
      if (shot === null) return this.reel.turnOf(index) > 1 ? "The last turn had no shot." : "";
      const effect = shot.sunk !== null ? `a hit that sank a ship of ${shot.sunk}` : shot.hit ? "a hit" : "a miss";
      return `The last shot, by ${letterOf(1 - shot.seat)} at row ${shot.row}, column ${shot.column}, was ${effect}.`;
    }

    textOfBoard(view, seat) {
      const kinds = {S: "ships", x: "hits", "#": "sunk ships", o: "misses"};
      const parts = Object.entries(kinds).flatMap(([mark, name]) => {
        const cells = cellsWith(view.boards[seat], mark);
        return cells.length === 0 ? [] : [`${name} at ${cells.join(" ")}`];
      });
      return parts.length === 0 ? "" : `Board of ${letterOf(seat)}, by row and column: ${parts.join("; ")}.`;
    }

    describe(index) {
      const view = this.reel.view(index);
      const fleets = [0, 1].map((seat) => {
        const lengths = view.afloat[seat];
        const ships = lengths.length === 0 ? "no ships afloat" : `ships of ${lengths.join(", ")} afloat`;
        return `${letterOf(seat)} has ${ships} and ${plural(this.hitsOn(view, 1 - seat), "hit")}.`;
      });
      return [
        view.phase === "place" ? "Both players place their ships now." : "",
        view.phase === "over" ? "The game is over." : "",
        view.mover === null ? "" : `It is the turn of ${letterOf(view.mover)} to shoot.`,
        this.textOfShot(index),
        ...(view.phase === "place" ? [] : fleets),
        ...[0, 1].map((seat) => this.textOfBoard(view, seat)),
      ].filter((text) => text !== "").join(" ");
    }

    counts(index) {
      const view = this.reel.view(index);
      const shotsOf = (seat) => cellsWith(view.boards[1 - seat], "ox#").length;
      const afloat = (seat) => (view.phase === "place" ? this.fleet.length : view.afloat[seat].length);
      return [
        {label: "Hits", values: [0, 1].map((seat) => this.hitsOn(view, 1 - seat)), decides: true},
        {label: "Shots", values: [0, 1].map(shotsOf)},
        {label: "Ships afloat", values: [0, 1].map(afloat)},
      ];
    }
  }

  referee.painters.battleship = (reel) =>
    (Array.isArray(reel.data.view?.boards) ? new Battleship(reel) : referee.plainPainter(reel));
})();
