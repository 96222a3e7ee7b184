// Draws Snake Labyrinth on pages: the maze with walls that were drilled, coins, mishaps, drills and exits, and the snake with its way so
// far. A frame is a step, so that each bite, coin and hole is seen.
(() => {
  "use strict";
  const referee = (globalThis.referee ??= {});
  const {between, eased, clamped, noise, pixels, mixed, sheer, box, disc, polygon, line, ring, cross, text, faded} = referee.drawing;

  const kSteps = {N: [-1, 0], S: [1, 0], E: [0, 1], O: [0, -1]};
  const kNames = {N: "north", S: "south", E: "east", O: "west"};
  const kThings = {"#": "a wall", " ": "nothing", _: "an exit", $: "a coin", "!": "a mishap", T: "a drill"};
  const kWay = 1500; // steps that are drawn

  const palette = (colors, theme) => ({
    ...colors,
    floor: theme === "dark" ? "#141a1d" : "#fbfaf4",
    speck: theme === "dark" ? "#222b2e" : "#e9e6d8",
    brick: theme === "dark" ? "#56626c" : "#5b6873",
    top: theme === "dark" ? "#74828d" : "#7d8b97",
    rubble: theme === "dark" ? "#46515a" : "#b9c0c6",
    gold: theme === "dark" ? "#f4c542" : "#f2b705",
    goldEdge: theme === "dark" ? "#a67c10" : "#9a6f00",
    snake: colors.seats[2],
    belly: mixed(colors.seats[2], theme === "dark" ? "#ffffff" : "#fbfaf4", 0.45),
    tool: colors.accent,
  });

  const middle = ([row, column]) => [column + 0.5, row + 0.5];
  const same = (a, b) => a[0] === b[0] && a[1] === b[1];
  const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
  const place = ([row, column]) => `row ${row}, column ${column}`;

  // ---- things ----

  /// Walls that touch are one body with round corners; what stands out to the top has a light edge.
  function paintWalls(pen, maze, c, small) {
    const wall = (row, column) => maze[row]?.[column] === "#";
    const each = (draw) => maze.forEach((cells, row) => [...cells].forEach((cell, column) => cell === "#" && draw(row, column)));
    each((row, column) => {
      box(pen, column, row, 1, 1, small ? 0 : 0.26, c.brick);
      if (wall(row, column + 1)) pen.fillRect(column + 0.5, row, 1, 1);
      if (wall(row + 1, column)) pen.fillRect(column, row + 0.5, 1, 1);
    });
    if (small || pixels(pen) < 8) return;
    each((row, column) => {
      const [left, right] = [wall(row, column - 1) ? 0 : 0.2, wall(row, column + 1) ? 0 : 0.2];
      if (!wall(row - 1, column)) {
        pen.fillStyle = c.top;
        pen.fillRect(column + left, row + 0.05, 1 - left - right, 0.12);
      }
      if (noise(row, column) < 0.5) {
        pen.fillStyle = sheer(c.top, 0.4);
        pen.fillRect(column + 0.25, row + 0.38 + 0.3 * noise(column, row), 0.3, 0.07);
      }
    });
  }

  function paintFloor(pen, width, height, c, small) {
    pen.fillStyle = c.floor;
    pen.fillRect(0, 0, width, height);
    if (small || pixels(pen) < 8) return;
    for (let row = 1; row < height; ++row) {
      for (let column = 1; column < width; ++column) disc(pen, column, row, 0.05, c.speck);
    }
  }

  function paintCoin(pen, x, y, c, written) {
    disc(pen, x, y, 0.32, c.goldEdge);
    disc(pen, x, y - 0.02, 0.28, c.gold);
    if (written) text(pen, "$", x, y - 0.02, {size: 0.4, fill: "#4a3500", weight: 800});
  }

  function paintMishap(pen, x, y, c, written) {
    polygon(pen, [[x, y - 0.4], [x + 0.42, y + 0.34], [x - 0.42, y + 0.34]], c.fault);
    line(pen, [[x, y - 0.34], [x + 0.37, y + 0.31], [x - 0.37, y + 0.31], [x, y - 0.34]], 0.08, c.fault);
    if (written) text(pen, "!", x, y + 0.1, {size: 0.46, fill: c.floor, weight: 900});
  }

  function paintDrill(pen, x, y, c) {
    box(pen, x - 0.3, y - 0.38, 0.6, 0.18, 0.08, c.tool);
    box(pen, x - 0.14, y - 0.3, 0.28, 0.26, 0.05, c.tool);
    polygon(pen, [[x - 0.2, y - 0.02], [x + 0.2, y - 0.02], [x, y + 0.42]], c.tool);
    line(pen, [[x - 0.13, y + 0.13], [x + 0.1, y + 0.06]], 0.05, c.floor);
    line(pen, [[x - 0.07, y + 0.25], [x + 0.06, y + 0.2]], 0.05, c.floor);
  }

  /// A chequered flag.
  function paintExit(pen, column, row, c) {
    box(pen, column + 0.04, row + 0.04, 0.92, 0.92, 0.18, c.good);
    for (let i = 0; i < 8; ++i) {
      const [x, y] = [(i % 2) * 2 + (Math.floor(i / 2) % 2), Math.floor(i / 2)];
      pen.fillStyle = c.floor;
      pen.fillRect(column + 0.16 + x * 0.17, row + 0.16 + y * 0.17, 0.17, 0.17);
    }
  }

  function paintRubble(pen, column, row, c) {
    for (let i = 0; i < 7; ++i) {
      const [x, y] = [column + 0.14 + 0.72 * noise(row, column, i), row + 0.14 + 0.72 * noise(column, row, i + 7)];
      polygon(pen, referee.drawing.corners(x, y, 0.06 + 0.06 * noise(row + i, column), 5, 6 * noise(i, row)), c.rubble);
    }
  }

  /// A thick line along the points [x, y], from the neck to the tail, which is thinner.
  function paintBody(pen, points, c, scale) {
    if (points.length < 2) return;
    line(pen, points, 0.6, c.snake);
    if (scale < 9) return;
    points.slice(1).forEach(([x, y], i) => disc(pen, x, y, i + 2 === points.length ? 0.1 : 0.15, c.belly));
  }

  function paintHead(pen, x, y, [down, right], c, scale) {
    const at = (forward, side) => [x + forward * right - side * down, y + forward * down + side * right];
    if (scale >= 12) {
      line(pen, [at(0.3, 0), at(0.5, 0), at(0.6, 0.08)], 0.06, c.fault);
      line(pen, [at(0.5, 0), at(0.6, -0.08)], 0.06, c.fault);
    }
    disc(pen, x, y, 0.46, c.floor);
    disc(pen, x, y, 0.42, c.snake);
    for (const side of [-0.18, 0.18]) {
      disc(pen, ...at(0.14, side), 0.13, "#ffffff");
      disc(pen, ...at(0.19, side), 0.07, "#10141a");
    }
  }

  // ---- the painter ----

  class SnakePainter {
    constructor(reel) {
      this.reel = reel;
      const {cols, rows, maze} = reel.data.setup;
      this.size = {width: cols, height: rows};
      this.animates = true;
      this.walls = {};
      this.start = this.places("o", maze)[0];
      this.built = maze;
      this.way = [middle(reel.view(0).head)];
      this.legend = this.legendOf();
    }

    places(thing, maze) {
      const found = [];
      maze.forEach((cells, row) => {
        for (let column = cells.indexOf(thing); column >= 0; column = cells.indexOf(thing, column + 1)) found.push([row, column]);
      });
      return found;
    }

    /// Points of the way, one for each frame.
    grow(index) {
      for (let next = this.way.length; next <= index; ++next) this.way.push(middle(this.reel.view(next).head));
    }

    /// The direction of the last step before frame `index` that changed the cell; east before the first.
    direction(index) {
      this.grow(index);
      for (let i = index; i > 0; --i) {
        const step = [this.way[i][1] - this.way[i - 1][1], this.way[i][0] - this.way[i - 1][0]];
        if (step[0] !== 0 || step[1] !== 0) return step;
      }
      return kSteps.E;
    }

    /// What the step that led to frame `index` met.
    met(index) {
      if (index === 0) return null;
      const [before, view] = [this.reel.view(index - 1), this.reel.view(index)];
      if (same(before.head, view.head)) return null;
      const thing = before.maze[view.head[0]]?.[view.head[1]];
      const lost = before.coins - view.coins;
      return {thing, lost: Math.max(0, lost), bite: lost > 0 && thing !== "!"};
    }

    /// The letter of the step that was refused in the turn whose last frame this is; null if none was.
    refused(index) {
      const {number, of} = this.reel.stepOf(index);
      const {refused, steps} = this.reel.events(index);
      if (!refused || number < of) return null;
      const move = this.reel.answers(index)[0]?.move;
      return typeof move === "string" && kSteps[move[steps.length]] ? move[steps.length] : null;
    }

    /// How the game ended with frame `index`; null if it goes on.
    ending(index) {
      const view = this.reel.view(index);
      const {status, result} = this.reel.data;
      if (index > 0 && view.maze[view.head[0]]?.[view.head[1]] === "_") return `Out: ${view.points} points`;
      if (status === "done" && result && index === this.reel.length - 1) return "No exit: 0 points";
      return null;
    }

    paint(pen, index, {theme, progress = 1, small = false, colors}) {
      const c = palette(colors, theme);
      const view = this.reel.view(index);
      const before = index === 0 ? view : this.reel.view(index - 1);
      const part = index === 0 ? 1 : eased(clamped(progress, 0, 1));
      const shown = part < 0.6 ? before.maze : view.maze; // what is met vanishes when the head is there
      this.paintMaze(pen, shown, `${theme} ${small}`, c, small);
      this.paintWay(pen, index, part, c);
      this.paintThings(pen, shown, c, small);
      this.paintSnake(pen, index, part, c);
      if (part === 1) this.paintNews(pen, index, c, small);
    }

    paintMaze(pen, maze, look, c, small) {
      const {width, height} = this.size;
      const key = `${look} ${maze.join("\n").replace(/[^#\n]/g, " ")}`;
      referee.drawing.still(pen, this.walls, key, width, height, (layer) => {
        paintFloor(layer, width, height, c, small);
        for (const [row, column] of this.places("#", this.built)) {
          if (maze[row][column] !== "#") paintRubble(layer, column, row, c);
        }
        paintWalls(layer, maze, c, small);
      });
    }

    paintThings(pen, maze, c, small) {
      const written = !small && pixels(pen) >= 14;
      if (this.start) ring(pen, ...middle(this.start), 0.26, 0.08, c.soft);
      maze.forEach((cells, row) => [...cells].forEach((cell, column) => {
        const at = [column + 0.5, row + 0.5];
        if (cell === "_") paintExit(pen, column, row, c);
        else if (cell === "$") paintCoin(pen, ...at, c, written);
        else if (cell === "!") paintMishap(pen, ...at, c, written);
        else if (cell === "T") paintDrill(pen, ...at, c);
      }));
    }

    paintWay(pen, index, part, c) {
      this.grow(index);
      const points = this.way.slice(Math.max(0, index - kWay), part === 1 ? index + 1 : index);
      referee.drawing.way(pen, points, 0.12, c.snake);
    }

    paintSnake(pen, index, part, c) {
      const view = this.reel.view(index);
      const before = index === 0 ? view : this.reel.view(index - 1);
      const scale = pixels(pen);
      const [[fx, fy], [tx, ty]] = [middle(before.head), middle(view.head)];
      const head = [between(fx, tx, part), between(fy, ty, part)];
      const body = view.body.map(middle);
      const lost = before.body.slice(view.body.length).map(middle);
      if (lost.length > 0 && view.coins < before.coins) {
        faded(pen, 0.65 - 0.35 * part, () => lost.forEach(([x, y]) => disc(pen, x, y, 0.26, c.fault)));
      }
      const tail = [];
      if (part < 1 && body.length > 0 && body.length === before.body.length && !same(before.head, view.head)) {
        const [last, to] = [middle(before.body.at(-1)), body.at(-1)];
        tail.push([between(last[0], to[0], part), between(last[1], to[1], part)]);
      }
      paintBody(pen, [head, ...body, ...tail], c, scale);
      paintHead(pen, ...head, this.direction(index), c, scale);
    }

    /// What the step brought, and a refused step.
    paintNews(pen, index, c, small) {
      const [x, y] = middle(this.reel.view(index).head);
      const met = this.met(index);
      const {width, height} = this.size;
      const size = clamped(15 / pixels(pen), 0.5, 0.9);
      const aside = [clamped(x, 1.6 * size, width - 1.6 * size), y > 1 + size ? y - 0.5 - size * 0.5 : y + 0.5 + size * 0.6];
      const say = (string, color) => text(pen, string, ...aside,
        {size, fill: color, halo: c.floor, weight: 800});
      if (met?.bite) cross(pen, x, y, 0.3, 0.12, c.fault);
      if (!small && met) {
        if (met.thing === "$") say("+1 coin", c.ink);
        else if (met.thing === "T") say("+3 drill", c.ink);
        else if (met.bite) say(`bite: −${met.lost}`, c.fault);
        else if (met.thing === "!") say(`mishap: −${met.lost}`, c.fault);
        else if (met.thing === "#") say("drilled", c.ink);
      }
      const [down, right] = kSteps[this.refused(index)] ?? [0, 0];
      if (down !== 0 || right !== 0) {
        const [bx, by] = [x + 0.5 * right, y + 0.5 * down];
        line(pen, [[bx - 0.4 * down, by - 0.4 * right], [bx + 0.4 * down, by + 0.4 * right]], 0.16, c.fault);
      }
    }

    counts(index) {
      const {points, steps, coins, drill} = this.reel.view(index);
      return [
        {label: "Points at an exit now", values: [points]},
        {label: "Steps", values: [steps]},
        {label: "Coins", values: [coins]},
        {label: "Walls to drill", values: [drill]},
      ];
    }

    describe(index) {
      const {head, body, maze, points, steps, coins, drill} = this.reel.view(index);
      const [row, column] = head;
      const around = Object.entries(kSteps).map(([letter, [down, right]]) => {
        const thing = body.some((segment) => same(segment, [row + down, column + right])) ? "its body"
          : (kThings[maze[row + down]?.[column + right]] ?? "the end of the board");
        return `${kNames[letter]} ${thing}`;
      });
      const {number, of} = this.reel.stepOf(index);
      const parts = [
        `Turns played: ${this.reel.turnOf(index)}${of > 1 ? `, at step ${number} of ${of}` : ""}.`,
        `The head is at ${place(head)}. Around it: ${around.join(", ")}.`,
        `An exit would give ${counted(points, "point")} now. So far: ${counted(steps, "step")}, ${counted(coins, "coin")}.`,
        `The drill can open ${counted(drill, "more wall")}.`,
        body.length > 0 ? `The body has ${counted(body.length, "segment")}, its tail is at ${place(body.at(-1))}.` : "It has no body.",
        `In the maze: ${this.left(maze)}.`,
      ];
      const met = this.met(index);
      if (met?.lost > 0) parts.push(`${met.bite ? "It bit itself" : "A mishap"}: ${counted(met.lost, "coin")} lost.`);
      const refused = this.refused(index);
      if (refused) parts.push(`A step ${kNames[refused]} was not allowed.`);
      const end = this.ending(index);
      return [...parts, ...(end ? [`${end}.`] : [])].join(" ");
    }

    left(maze) {
      const number = (thing, name) => counted(this.places(thing, maze).length, name);
      const exits = this.places("_", maze);
      const where = exits.slice(0, 8).map(place).join("; ");
      const more = exits.length > 8 ? "; and more" : "";
      return `${number("$", "coin")}, ${number("!", "mishap")}, ${number("T", "drill")}, exits at ${where}${more}`;
    }

    legendOf() {
      const on = (draw) => (pen, colors) => draw(pen, palette(colors, referee.drawing.luminance(colors.page) < 0.2 ? "dark" : "light"));
      const maze = this.built.join("");
      const things = [
        ["$", "coin: one more segment, 10 points at an exit", (pen, c) => paintCoin(pen, 0.5, 0.5, c, true)],
        ["!", "mishap: loses half of the coins", (pen, c) => paintMishap(pen, 0.5, 0.5, c, true)],
        ["T", "drill: opens three walls", (pen, c) => paintDrill(pen, 0.5, 0.5, c)],
        ["_", "exit", (pen, c) => paintExit(pen, 0, 0, c)],
        ["o", "start", (pen, c) => ring(pen, 0.5, 0.5, 0.26, 0.08, c.soft)],
        ["T", "a wall was here", (pen, c) => paintRubble(pen, 0, 0, c)],
      ];
      return [
        {swatch: on((pen, c) => paintHead(pen, 0.5, 0.5, kSteps.E, c, 24)), text: "head, looking where it went last"},
        {swatch: on((pen, c) => paintBody(pen, [[-0.5, 0.5], [0.5, 0.5], [0.6, 0.5]], c, 24)), text: "body, a segment for each coin"},
        ...things.filter(([thing]) => maze.includes(thing)).map(([, name, draw]) => ({swatch: on(draw), text: name})),
      ];
    }
  }

  referee.painters ??= {};
  referee.painters.snake = (reel) => {
    const known = Array.isArray(reel.data.setup?.maze) && Array.isArray(reel.view(0)?.head) && Array.isArray(reel.view(0).body);
    return known ? new SnakePainter(reel) : referee.plainPainter(reel);
  };
})();
