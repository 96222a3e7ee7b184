// Draws Planets on pages: nebulae shaded by value, asteroids, scraps with their value, ghosts by type and transparency, and the ship
// with its way so far.
(() => {
  "use strict";
  const referee = (globalThis.referee ??= {});
  const {between, eased, clamped, noise, pixels, mixed, sheer, box, disc, polygon, corners, line, ring, arrow, text, faded} =
    referee.drawing;

  const kSteps = {U: [-1, 0], D: [1, 0], L: [0, -1], R: [0, 1]};
  const kHeadings = {U: "up", D: "down", L: "left", R: "right"};
  const kWay = 400; // moves of the ship that are drawn
  const kListed = 20; // scraps, and ghosts, that a description names

  const palette = (colors, theme) => ({
    ...colors,
    sky: theme === "dark" ? "#0b0f1c" : "#f3f4fb",
    star: theme === "dark" ? "#8f9bc4" : "#c3c8de",
    rock: theme === "dark" ? "#69707d" : "#8b919e",
    shade: theme === "dark" ? "#434957" : "#6a707d",
    light: theme === "dark" ? "#8a919e" : "#aeb3bd",
    haze: theme === "dark" ? ["#1d2147", "#6a4fd0"] : ["#dcdcf7", "#8a78dd"],
    gold: theme === "dark" ? "#f4c542" : "#f2b705",
    goldEdge: theme === "dark" ? "#8a6a10" : "#8a6200",
    ship: theme === "dark" ? "#f2f6fc" : "#16324f",
    window: theme === "dark" ? "#2a6fb8" : "#8cc8f5",
    back: colors.seats[1],
    toward: colors.seats[3],
  });

  /// 12345 as "12k": at most four characters.
  const short = (value) => {
    for (const [unit, letter] of [[1e9, "G"], [1e6, "M"], [1e3, "k"]]) {
      if (value >= unit) return `${value < 9.95 * unit ? Math.floor(value / (unit / 10)) / 10 : Math.floor(value / unit)}${letter}`;
    }
    return String(value);
  };

  const angleOf = (heading) => Math.atan2(...(kSteps[heading] ?? kSteps.U));
  const middle = ([row, column]) => [column + 0.5, row + 0.5];
  const same = (a, b) => a[0] === b[0] && a[1] === b[1];
  const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
  const place = ([row, column]) => `row ${row}, column ${column}`;

  // ---- the ground ----

  /// How dark the haze of a nebula is, 0 to 1: larger values are darker, whatever the largest of the map is.
  const shadeOf = (value, largest) => (largest <= 1 ? 0.35 : 0.2 + (0.8 * Math.log(value)) / Math.log(largest));

  function paintStars(pen, width, height, c) {
    for (let i = 0; i < Math.min(600, width * height * 0.5); ++i) {
      const at = [noise(i, 1) * width, noise(i, 2) * height];
      disc(pen, ...at, 0.018 + 0.035 * noise(i, 3), sheer(c.star, 0.35 + 0.6 * noise(i, 4)));
    }
  }

  function paintNebula(pen, row, column, value, largest, c, small) {
    const shade = shadeOf(value, largest);
    const color = mixed(...c.haze, shade);
    box(pen, column - 0.02, row - 0.02, 1.04, 1.04, 0.34, color);
    if (small) return;
    for (let i = 0; i < 4; ++i) {
      const [x, y] = [column + (i % 2) + (i % 2 ? -0.22 : 0.22), row + (i > 1 ? 0.78 : 0.22)];
      disc(pen, x + 0.1 * noise(row, column, i), y + 0.1 * noise(column, row, i), 0.2 + 0.1 * noise(row + i, column),
        sheer(mixed(color, i % 2 ? c.sky : c.haze[1], 0.22), 0.5));
    }
    if (pixels(pen) >= 14) {
      text(pen, short(value), column + 0.8, row + 0.8, {size: 0.3, width: 0.36, fill: c.ink, halo: sheer(c.sky, 0.75)});
    }
  }

  function paintAsteroid(pen, row, column, c, small) {
    const [x, y] = [column + 0.5, row + 0.5];
    if (small || pixels(pen) < 9) {
      box(pen, column + 0.02, row + 0.02, 0.96, 0.96, 0.3, c.rock);
      return;
    }
    const turn = 6 * noise(row, column);
    const outline = (radius) => corners(x, y, 1, 9, turn).map(([px, py], i) => {
      const r = radius * (0.86 + 0.2 * noise(row * 9 + i, column));
      return [x + (px - x) * r, y + (py - y) * r];
    });
    polygon(pen, outline(0.51), c.shade);
    polygon(pen, outline(0.46).map(([px, py]) => [px - 0.03, py - 0.04]), c.rock);
    for (let i = 0; i < 3; ++i) {
      const [a, r] = [turn + 2.1 * i + noise(i, row, column), 0.06 + 0.06 * noise(row, i, column)];
      const [cx, cy] = [x - 0.03 + 0.24 * Math.cos(a), y - 0.03 + 0.24 * Math.sin(a)];
      disc(pen, cx + 0.015, cy + 0.015, r, c.light);
      disc(pen, cx, cy, r * 0.85, c.shade);
    }
  }

  function paintGround(pen, grid, c, small) {
    const largest = Math.max(1, ...grid.map((row) => row.reduce((best, value) => Math.max(best, value ?? 0), 0)));
    const [width, height] = [grid[0].length, grid.length];
    pen.fillStyle = c.sky;
    pen.fillRect(0, 0, width, height);
    if (!small) paintStars(pen, width, height, c);
    if (!small && pixels(pen) >= 12) referee.drawing.grid(pen, width, height, 0.02, sheer(c.star, 0.28));
    grid.forEach((cells, row) => cells.forEach((value, column) => {
      if (value === null) paintAsteroid(pen, row, column, c, small);
      else if (value > 0) paintNebula(pen, row, column, value, largest, c, small);
    }));
  }

  // ---- things ----

  function paintScrap(pen, x, y, value, c, written) {
    polygon(pen, corners(x, y, 0.45, 6, 0), c.goldEdge);
    polygon(pen, corners(x, y, 0.38, 6, 0), c.gold);
    if (written) text(pen, short(value), x, y, {size: 0.38, width: 0.6, fill: "#2a1d00", weight: 700});
    else disc(pen, x, y, 0.14, c.goldEdge);
  }

  /// The outline of a ghost: a round head (toward the player) or a square one (back and forth), and a hem of three waves.
  function ghostPath(pen, x, y, round) {
    const [left, right, top, bottom] = [x - 0.34, x + 0.34, y - 0.38, y + 0.36];
    pen.beginPath();
    pen.moveTo(left, bottom);
    if (round) {
      pen.arc(x, top + 0.34, 0.34, Math.PI, 2 * Math.PI);
    } else {
      pen.lineTo(left, top + 0.06);
      pen.lineTo(left + 0.06, top);
      pen.lineTo(right - 0.06, top);
      pen.lineTo(right, top + 0.06);
    }
    pen.lineTo(right, bottom);
    for (let i = 1; i <= 6; ++i) pen.lineTo(right - (i * 0.68) / 6, bottom - (i % 2 === 1 ? 0.13 : 0));
    pen.closePath();
  }

  /// Solid: held by nebulae; pale: not held; an outline with dashes: not held, and flies through asteroids.
  function paintGhost(pen, x, y, ghost, look, c) {
    const round = ghost.type === "towardplayer";
    const color = round ? c.toward : c.back;
    ghostPath(pen, x, y, round);
    pen.fillStyle = sheer(ghost.transparency === 0 ? color : mixed(color, c.sky, 0.55), [1, 0.9, 0.45][ghost.transparency] ?? 1);
    pen.fill();
    pen.lineWidth = 0.07;
    pen.lineJoin = "round";
    pen.strokeStyle = color;
    pen.setLineDash(ghost.transparency === 2 ? [0.14, 0.09] : []);
    pen.stroke();
    pen.setLineDash([]);
    const face = ghost.transparency === 0 ? "#ffffff" : c.ink;
    if (round) {
      for (const side of [-0.13, 0.13]) {
        disc(pen, x + side, y - 0.08, 0.1, "#ffffff");
        disc(pen, x + side + 0.045 * Math.cos(look), y - 0.08 + 0.045 * Math.sin(look), 0.055, "#10141a");
      }
    } else {
      arrow(pen, x, y - 0.06, 0.2, look, face);
    }
  }

  function paintShip(pen, x, y, angle, c) {
    const at = (forward, side) => [
      x + forward * Math.cos(angle) - side * Math.sin(angle),
      y + forward * Math.sin(angle) + side * Math.cos(angle),
    ];
    polygon(pen, [at(-0.26, -0.1), at(-0.46, 0), at(-0.26, 0.1)], c.gold);
    polygon(pen, [at(0.02, -0.14), at(-0.34, -0.38), at(-0.26, -0.08), at(-0.26, 0.08), at(-0.34, 0.38), at(0.02, 0.14)], c.accent);
    polygon(pen, [at(0.46, 0), at(0.24, 0.15), at(-0.26, 0.15), at(-0.26, -0.15), at(0.24, -0.15)], c.ship);
    disc(pen, ...at(0.12, 0), 0.09, c.window);
  }

  /// How many turns a nebula still holds what is there.
  function paintHeld(pen, x, y, held, color, c, written) {
    ring(pen, x, y, 0.46, 0.06, color);
    if (!written) return;
    disc(pen, x + 0.34, y - 0.34, 0.2, color);
    text(pen, short(held), x + 0.34, y - 0.34, {size: 0.26, width: 0.3, fill: c.sky, weight: 700});
  }

  /// Draws a thing about (x, y) larger than its cell where cells are tiny.
  function enlarged(pen, x, y, draw) {
    const factor = clamped(11 / pixels(pen), 1, 1.7);
    if (factor === 1) {
      draw();
      return;
    }
    pen.save();
    pen.translate(x, y);
    pen.scale(factor, factor);
    pen.translate(-x, -y);
    draw();
    pen.restore();
  }

  // ---- the painter ----

  class PlanetsPainter {
    constructor(reel) {
      this.reel = reel;
      this.grid = reel.data.setup.grid;
      this.size = {width: this.grid[0].length, height: this.grid.length};
      this.animates = true;
      this.ground = {};
      this.moves = [{heading: "U", step: [0, 0], way: [middle(reel.view(0).ship.location)]}];
      this.legend = this.legendOf();
    }

    /// The ship's heading after frame `index`, the step that led there ([0, 0]: none), and the points of its way that the step adds.
    move(index) {
      for (let next = this.moves.length; next <= index; ++next) {
        const from = this.reel.view(next - 1).ship.location;
        const to = this.reel.view(next).ship.location;
        this.moves.push(this.moveBetween(from, to, this.reel.answers(next)[0]?.move, this.moves[next - 1].heading));
      }
      return this.moves[index];
    }

    moveBetween(from, to, answer, heading) {
      if (same(from, to)) return {heading, step: [0, 0], way: []};
      const found = kSteps[answer] ? answer : Object.keys(kSteps).find((letter) => same(this.wrapped(from, kSteps[letter]), to));
      const step = kSteps[found] ?? [0, 0];
      const target = [from[0] + step[0], from[1] + step[1]];
      const half = ([row, column], sign) => middle([row + (sign * step[0]) / 2, column + (sign * step[1]) / 2]);
      const way = same(target, to) ? [middle(to)] : [half(from, 1), null, half(to, -1), middle(to)];
      return {heading: found ?? heading, step, way};
    }

    wrapped([row, column], [down, right]) {
      const {width, height} = this.size;
      return [(row + down + height) % height, (column + right + width) % width];
    }

    /// How the game ended with frame `index`; null if it goes on.
    ending(index) {
      const view = this.reel.view(index);
      const caught = this.reel.events(index).caught_by ?? [];
      const worth = `score ${view.ship.score}`;
      if (caught.length > 0) return `Caught by ghost ${caught.join(", ")}: ${worth}`;
      if (this.reel.answers(index).some((answer) => answer.forfeited)) return "Forfeited: out of time";
      if (view.scraps.length === 0) return `Won, all scraps picked up: ${worth}`;
      if (view.remaining_turns === 0) return `No turns left: ${worth}`;
      return null;
    }

    paint(pen, index, {theme, progress = 1, small = false, colors}) {
      const c = palette(colors, theme);
      const part = index === 0 ? 1 : eased(clamped(progress, 0, 1));
      const {width, height} = this.size;
      pen.save();
      pen.beginPath();
      pen.rect(0, 0, width, height);
      pen.clip();
      const still_key = `${theme} ${small}`;
      referee.drawing.still(pen, this.ground, still_key, width, height, (layer) => paintGround(layer, this.grid, c, small));
      this.paintScraps(pen, index, part, c, small);
      this.paintWay(pen, index, part, c);
      this.paintGhosts(pen, index, part, c, small);
      this.paintShips(pen, index, part, c, small);
      pen.restore();
    }

    paintScraps(pen, index, part, c, small) {
      const written = !small && pixels(pen) >= 14;
      const scrap = ({location, value}) =>
        enlarged(pen, ...middle(location), () => paintScrap(pen, ...middle(location), value, c, written));
      this.reel.view(index).scraps.forEach(scrap);
      const picked = index === 0 ? [] : (this.reel.events(index).picked ?? []);
      if (part < 1) faded(pen, 1 - part, () => picked.forEach(scrap));
      else if (written) {
        for (const {location: [row, column], value} of picked) {
          text(pen, `+${short(value)}`, clamped(column + 0.5, 0.8, this.size.width - 0.8), row < 1 ? row + 1.3 : row - 0.3,
            {size: 0.55, fill: c.ink, halo: c.sky, weight: 800});
        }
      }
    }

    paintWay(pen, index, part, c) {
      const points = [];
      for (let i = Math.max(0, index - kWay); i < index; ++i) points.push(...this.move(i).way);
      if (part === 1) points.push(...this.move(index).way);
      referee.drawing.way(pen, points, 0.09, c.accent);
    }

    paintGhosts(pen, index, part, c, small) {
      const {ghosts, ship} = this.reel.view(index);
      const before = index > 0 ? this.reel.view(index - 1).ghosts : null;
      ghosts.forEach((ghost, number) => {
        const to = middle(ghost.location);
        const from = before ? middle(before[number].location) : ghost.previous ? middle(ghost.previous) : to;
        const [x, y] = before ? [between(from[0], to[0], part), between(from[1], to[1], part)] : to;
        const color = ghost.type === "towardplayer" ? c.toward : c.back;
        if (!small && !same(from, to)) {
          faded(pen, 0.55, () => line(pen, [from, [x, y]], 0.1, color));
          faded(pen, 0.55, () => disc(pen, ...from, 0.12, color));
        }
        const look = kSteps[ghost.heading] ? angleOf(ghost.heading)
          : Math.atan2(ship.location[0] - ghost.location[0], ship.location[1] - ghost.location[1]);
        enlarged(pen, x, y, () => paintGhost(pen, x, y, ghost, look, c));
        if (ghost.held > 0 && !small) paintHeld(pen, x, y, ghost.held, color, c, pixels(pen) >= 14);
      });
    }

    /// On its way over an edge the ship is at both edges.
    paintShips(pen, index, part, c, small) {
      const {ship} = this.reel.view(index);
      const {heading, step} = this.move(index);
      const [x, y] = middle(ship.location);
      const angle = angleOf(heading);
      if (index > 0 && part < 1) {
        const [fx, fy] = middle(this.reel.view(index - 1).ship.location);
        if (Math.abs(fx - x) + Math.abs(fy - y) > 1 || this.move(index).way.length > 1) {
          paintShip(pen, fx + step[1] * part, fy + step[0] * part, angle, c);
        }
      }
      const left = 1 - part;
      const [sx, sy] = [x - step[1] * left, y - step[0] * left];
      const caught = part === 1 && (this.reel.events(index).caught_by ?? []).length > 0;
      if (caught) polygon(pen, referee.drawing.star(sx, sy, 0.95, 0.55, 11), sheer(c.fault, 0.6));
      enlarged(pen, sx, sy, () => paintShip(pen, sx, sy, angle, c));
      if (ship.held > 0) paintHeld(pen, sx, sy, ship.held, c.accent, c, !small && pixels(pen) >= 14);
    }

    counts(index) {
      const {ship, scraps, remaining_turns: turns} = this.reel.view(index);
      const value = scraps.reduce((sum, scrap) => sum + scrap.value, 0);
      return [
        {label: "Score", values: [ship.score]},
        {label: "Scraps left", values: [scraps.length]},
        {label: "Value of the scraps", values: [value]},
        {label: "Turns left", values: [turns]},
        {label: "Turns still held", values: [ship.held]},
      ];
    }

    describe(index) {
      const {ship, scraps, ghosts, remaining_turns: turns} = this.reel.view(index);
      const listed = (all, one) =>
        all.slice(0, kListed).map(one).join("; ") + (all.length > kListed ? `; and ${all.length - kListed} more` : "");
      const held = (thing) => (thing.held > 0 ? `, held for ${counted(thing.held, "more turn")}` : "");
      const scrapText = (scrap) => `value ${scrap.value} at ${place(scrap.location)}`;
      const kinds = ["", ", not held by nebulae", ", flies through asteroids"];
      const ghostText = (ghost) => `${ghost.type === "towardplayer" ? "toward the player" : "back and forth"} at ${place(ghost.location)}` +
        `${ghost.heading ? `, heading ${kHeadings[ghost.heading]}` : ""}${kinds[ghost.transparency] ?? ""}${held(ghost)}`;
      const parts = [
        `Turns played: ${this.reel.turnOf(index)}.`,
        `The ship is at ${place(ship.location)}${index > 0 ? `, heading ${kHeadings[this.move(index).heading]}` : ""}${held(ship)}.`,
        `Score ${ship.score}, turns left ${turns}.`,
        scraps.length > 0 ? `Scraps left: ${listed(scraps, scrapText)}.` : "No scraps left.",
      ];
      if (ghosts.length > 0) parts.push(`Ghosts: ${listed(ghosts, ghostText)}.`);
      const end = this.ending(index);
      return [...parts, ...(end ? [`${end}.`] : [])].join(" ");
    }

    legendOf() {
      // The page calls a swatch with its colours alone: whether they are dark shows in the page's.
      const on = (draw) => (pen, colors) => draw(pen, palette(colors, referee.drawing.luminance(colors.page) < 0.2 ? "dark" : "light"));
      const ghost = (type, transparency) => on((pen, c) =>
        paintGhost(pen, 0.5, 0.5, {type, transparency}, type === "towardplayer" ? 0 : angleOf("R"), c));
      const cells = this.grid.flat();
      const all = this.reel.view(0).ghosts;
      const legend = [
        {swatch: on((pen, c) => paintShip(pen, 0.5, 0.5, angleOf("R"), c)), text: "ship, pointing where it went last"},
        {swatch: on((pen, c) => paintScrap(pen, 0.5, 0.5, 5, c, true)), text: "scrap and its value"},
      ];
      if (cells.includes(null)) legend.push({swatch: on((pen, c) => paintAsteroid(pen, 0, 0, c, false)), text: "asteroid"});
      if (cells.some((value) => value > 0)) {
        const text = "nebula: the number of turns it holds a ship; a stronger colour holds longer";
        legend.push({swatch: on((pen, c) => paintNebula(pen, 0, 0, 3, 5, c, false)), text});
      }
      const types = {backandforth: "ghost, back and forth", towardplayer: "ghost, toward the player"};
      const kinds = ["solid: held by nebulae", "pale: not held by nebulae", "dashed: flies through asteroids"];
      for (const [type, name] of Object.entries(types)) {
        for (let transparency = 0; transparency < 3; ++transparency) {
          if (all.some((one) => one.type === type && one.transparency === transparency)) {
            legend.push({swatch: ghost(type, transparency), text: `${name}; ${kinds[transparency]}`});
          }
        }
      }
      return legend;
    }
  }

  referee.painters ??= {};
  referee.painters.planets = (reel) => {
    const known = Array.isArray(reel.data.setup?.grid?.[0]) && reel.view(0)?.ship && Array.isArray(reel.view(0).ghosts);
    return known ? new PlanetsPainter(reel) : referee.plainPainter(reel);
  };
})();
