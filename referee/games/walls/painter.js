// The picture of Walls: bricks on a square board, two players that face somewhere, and about each player as many
// marks as it has made moves without a brick.
(() => {
  "use strict";
  const referee = (globalThis.referee ??= {});
  referee.painters ??= {};

  const kMargin = 0.6;      // about the board, for the numbers of rows and columns
  const kStalledAfter = 9;  // moves without a brick (rule 4.5)
  const kWays = {N: "north", E: "east", S: "south", W: "west"};
  const kAngles = {N: -Math.PI / 2, E: 0, S: Math.PI / 2, W: Math.PI};
  const kSteps = {N: [-1, 0], E: [0, 1], S: [1, 0], W: [0, -1]};

  const plural = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
  const letterOf = (seat) => "AB"[seat];

  /// Every how many rows and columns there is a number.
  const stepOfNumbers = (n) => (n <= 21 ? 1 : n <= 41 ? 5 : 10);

  /// The angle from one to another, at t of the shorter way round.
  function turned(from, to, t) {
    let difference = to - from;
    if (difference > Math.PI) difference -= 2 * Math.PI;
    if (difference < -Math.PI) difference += 2 * Math.PI;
    return from + difference * t;
  }

  // ---- parts of the picture ----

  /// A wall of two courses, with the letter of whose it is. `size` is 1 for a whole square, less while it is laid.
  function paintBrick(pen, row, column, seat, size, {colors, small, plain}) {
    const {mixed, box, line, text, inkOn} = referee.drawing;
    const color = colors.seats[seat];
    const fill = mixed(color, colors.board, 0.45);
    pen.save();
    pen.translate(column + 0.5, row + 0.5);
    pen.scale(size, size);
    pen.translate(-0.5, -0.5);
    box(pen, 0.05, 0.05, 0.9, 0.9, 0.1, fill);
    if (!plain) {
      const mortar = mixed(color, colors.board, 0.72);
      line(pen, [[0.07, 0.35], [0.93, 0.35]], 0.045, mortar);
      line(pen, [[0.07, 0.65], [0.93, 0.65]], 0.045, mortar);
      const shift = seat === 0 ? 0 : 0.17;  // the courses of A and B begin differently
      for (const [x, y] of [[0.33, 0.05], [0.67, 0.35], [0.33, 0.65]]) {
        line(pen, [[x + shift, y + 0.03], [x + shift, y + 0.27]], 0.045, mortar);
      }
    }
    if (!small) {
      text(pen, letterOf(seat).toLowerCase(), 0.5, 0.47, {size: 0.5, fill: inkOn(fill), weight: 700, halo: fill});
    }
    pen.restore();
  }

  /// The marks about a player: one for each move without a brick, and room for those until it is stalled.
  function paintIdle(pen, x, y, player, colors) {
    const {sheer} = referee.drawing;
    const step = (2 * Math.PI) / kStalledAfter;
    pen.lineCap = "butt";
    for (let mark = 0; mark < kStalledAfter; ++mark) {
      const start = -Math.PI / 2 + mark * step + 0.09;
      const full = player.stalled || mark < player.idle;
      pen.beginPath();
      pen.arc(x, y, 0.455, start, start + step - 0.18);
      pen.lineWidth = full ? 0.075 : 0.04;
      pen.strokeStyle = full ? (player.idle >= kStalledAfter - 3 ? colors.fault : colors.ink) : sheer(colors.ink, 0.22);
      pen.stroke();
    }
  }

  /// A disc with the letter, and a beak to where the player faces.
  function paintPlayer(pen, player, seat, {x, y, angle}, {colors, small, toMove}) {
    const {disc, polygon, ring, cross, text, mixed, sheer, inkOn} = referee.drawing;
    const color = player.stalled ? mixed(colors.seats[seat], colors.board, 0.35) : colors.seats[seat];
    const radius = small ? 0.34 : 0.27;
    const beak = [[1.72, 0], [0.66, 0.74], [0.66, -0.74]].map(([ahead, aside]) => [
      x + radius * (ahead * Math.cos(angle) - aside * Math.sin(angle)),
      y + radius * (ahead * Math.sin(angle) + aside * Math.cos(angle)),
    ]);
    disc(pen, x, y, small ? radius + 0.12 : 0.5, sheer(colors.board, 0.85));
    if (!small) paintIdle(pen, x, y, player, colors);
    if (toMove) ring(pen, x, y, small ? radius + 0.09 : 0.365, 0.075, colors.good);
    polygon(pen, beak, colors.ink);
    disc(pen, x, y, radius, color);
    text(pen, letterOf(seat), x, y, {size: radius * 1.35, fill: inkOn(color), weight: 800});
    if (!player.stalled) return;
    disc(pen, x + 0.3, y + 0.3, 0.17, colors.fault);
    cross(pen, x + 0.3, y + 0.3, 0.075, 0.06, inkOn(colors.fault));
  }

  function paintNumbers(pen, n, colors) {
    const {text} = referee.drawing;
    const size = Math.min(0.34 * stepOfNumbers(n), 1.2);
    for (let number = 0; number < n; number += stepOfNumbers(n)) {
      text(pen, String(number), number + 0.5, -0.32 * Math.max(1, size), {size, fill: colors.soft, weight: 500});
      text(pen, String(number), -0.32 * Math.max(1, size), number + 0.5, {size, fill: colors.soft, weight: 500});
    }
  }

  function paintBoard(pen, n, colors) {
    const {box, cell, mixed} = referee.drawing;
    box(pen, -0.12, -0.12, n + 0.24, n + 0.24, 0.2, colors.line);
    const ground = mixed(colors.board, colors.ground, 0.5);
    for (let row = 0; row < n; ++row) {
      for (let column = 0; column < n; ++column) cell(pen, column, row, 0.03, 0.1, ground);
    }
  }

  // ---- texts ----

  /// "1 to 3 and 5" for [1, 2, 3, 5].
  function ranges(numbers) {
    const parts = [];
    for (let at = 0; at < numbers.length; ++at) {
      const first = numbers[at];
      while (numbers[at + 1] === numbers[at] + 1) ++at;
      parts.push(first === numbers[at] ? String(first) : `${first} to ${numbers[at]}`);
    }
    return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
  }

  /// "Row 1: bricks of A in columns 2 to 4."; nothing if there are none.
  function textOfRow(line, row) {
    const parts = ["A", "B"].map((letter) => {
      const columns = [...line].flatMap((mark, column) => (mark === letter ? [column] : []));
      const where = `column${columns.length > 1 ? "s" : ""} ${ranges(columns)}`;
      return columns.length === 0 ? "" : `bricks of ${letter} in ${where}`;
    });
    const text = parts.filter((part) => part !== "").join("; ");
    return text === "" ? "" : `Row ${row}: ${text}.`;
  }

  function textOfPlayer(player, seat) {
    const [row, column] = player.at;
    const moves = plural(player.idle, "move");
    const idle = player.stalled ? "It is stalled." : `It has made ${moves} in a row without a brick.`;
    return `${letterOf(seat)} is at row ${row}, column ${column}, faces ${kWays[player.face]} and has ` +
      `${plural(player.bricks, "brick")}. ${idle}`;
  }

  // ---- the painter ----

  class Walls {
    constructor(reel) {
      this.reel = reel;
      this.n = reel.data.setup.n;
      this.margin = kMargin * Math.max(1, Math.min(2, this.n / 20));
      this.size = {width: this.n + 2 * this.margin, height: this.n + 2 * this.margin};
      this.animates = true;
      this.legend = [
        ...[0, 1].map((seat) => ({
          text: `brick of ${letterOf(seat)}`,
          swatch: (pen, colors) => paintBrick(pen, 0, 0, seat, 1, {colors}),
        })),
        {
          text: "player: the beak shows its direction, a green ring shows whose turn it is",
          swatch: (pen, colors) => paintPlayer(pen, {idle: 0, stalled: false}, 0, {x: 0.5, y: 0.5, angle: 0},
            {colors, toMove: true}),
        },
        {
          text: `moves without a brick: after ${kStalledAfter} in a row the player is stalled`,
          swatch: (pen, colors) => paintPlayer(pen, {idle: 4, stalled: false}, 1, {x: 0.5, y: 0.5, angle: 0},
            {colors}),
        },
      ];
    }

    /// The seat whose move led to the frame; null at the first one.
    moverOf(index) {
      return index === 0 ? null : this.reel.view(index - 1).mover;
    }

    /// Where a player is drawn at `t` of the way from the frame before.
    placeOf(index, seat, t) {
      const now = this.reel.view(index).players[seat];
      const [row, column] = now.at;
      const place = {x: column + 0.5, y: row + 0.5, angle: kAngles[now.face]};
      if (index === 0 || t >= 1) return place;
      const before = this.reel.view(index - 1).players[seat];
      place.x = referee.drawing.between(before.at[1] + 0.5, place.x, t);
      place.y = referee.drawing.between(before.at[0] + 0.5, place.y, t);
      place.angle = turned(kAngles[before.face], place.angle, t);
      if (this.moverOf(index) === seat && this.reel.events(index).blocked === true) {
        const [down, right] = kSteps[now.face];  // it bumps into what blocks it
        place.x += 0.16 * right * Math.sin(Math.PI * t);
        place.y += 0.16 * down * Math.sin(Math.PI * t);
      }
      return place;
    }

    paint(pen, index, {colors, progress = 1, small = false}) {
      const {pixels, eased, frame} = referee.drawing;
      const view = this.reel.view(index);
      const laid = this.reel.events(index).laid ?? null;
      const t = eased(progress);
      const style = {colors, small: small || pixels(pen) < 14, plain: pixels(pen) < 22};
      pen.save();
      pen.translate(this.margin, this.margin);
      if (!small && pixels(pen) >= 14) paintNumbers(pen, this.n, colors);
      paintBoard(pen, this.n, colors);
      view.board.forEach((line, row) => [...line].forEach((mark, column) => {
        if (mark === ".") return;
        const isNew = laid !== null && laid[0] === row && laid[1] === column;
        paintBrick(pen, row, column, mark === "A" ? 0 : 1, isNew ? t : 1, style);
      }));
      if (laid !== null) {
        frame(pen, laid[1] + 0.05, laid[0] + 0.05, 0.9, 0.9, 0.1, 0.07, colors.ink);
      }
      const mover = this.moverOf(index);
      for (const seat of mover === 0 ? [1, 0] : [0, 1]) {  // who moves is drawn above
        const toMove = view.mover === seat;
        paintPlayer(pen, view.players[seat], seat, this.placeOf(index, seat, t), {colors, small, toMove});
      }
      pen.restore();
    }

    describe(index) {
      const {board, mover, players} = this.reel.view(index);
      const {laid = null, blocked = false} = this.reel.events(index);
      const rows = board.map(textOfRow).filter((text) => text !== "");
      return [
        mover === null ? "The game is over." : `It is the turn of ${letterOf(mover)}.`,
        ...players.map(textOfPlayer),
        blocked ? `The last move, by ${letterOf(this.moverOf(index))}, was blocked.` : "",
        laid === null ? "" : `The last brick was laid on row ${laid[0]}, column ${laid[1]}.`,
        ...(rows.length === 0 ? ["There are no bricks on the board."] : rows),
      ].filter((text) => text !== "").join(" ");
    }

    counts(index) {
      const {players} = this.reel.view(index);
      return [
        {label: "Bricks", values: players.map((player) => player.bricks), decides: true},
        {label: "Moves without a brick", values: players.map((player) => (player.stalled ? "stalled" : player.idle))},
        {label: "Squares left", values: [this.n * this.n - players[0].bricks - players[1].bricks]},
      ];
    }
  }

  referee.painters.walls = (reel) =>
    (Array.isArray(reel.data.view?.board) ? new Walls(reel) : referee.plainPainter(reel));
})();
