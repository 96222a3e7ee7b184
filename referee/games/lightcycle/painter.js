// Draws Light Cycle on pages: trails in the colours and patterns of the teams, heads with the team's letter, and a cross where a cycle
// was terminated, with the cause.
(() => {
  "use strict";
  const referee = (globalThis.referee ??= {});
  const {between, clamped, pixels, sheer, disc, line, cross, text, faded, seatShape} = referee.drawing;

  const kFading = 14; // turns in which the trail of a terminated cycle fades
  const kTold = 20; // turns in which the cause stands beside the cross
  const kListed = 24; // cycles that a description names

  // The dashes of the line within a trail, in cells; null: no such line. With 8 colours they tell 48 teams apart, letters the rest.
  const kPatterns = [null, [], [1.6, 1.6], [0.01, 1.2], [3, 1, 0.6, 1], [0.6, 0.6]];
  const kCauses = {
    clock: "out of time",
    no_move: "no answer",
    still: "stood still",
    not_adjacent: "jumped",
    off_grid: "left the grid",
    occupied: "hit a trail",
    lost_square: "lost the cell",
  };

  const palette = (colors, theme) => ({
    ...colors,
    arena: theme === "dark" ? "#0a0e14" : "#fbfcfd",
    mesh: theme === "dark" ? "#1a2431" : "#e4e9ef",
    core: theme === "dark" ? "#0a0e14" : "#ffffff",
    glow: theme === "dark" ? 0.2 : 0,
  });
  const seatColor = (c, team) => c.seats[team % c.seats.length];
  const causeText = (cause) => kCauses[cause] ?? String(cause);
  const lives = (cell) => cell[0] >= 0;

  /// The way of one cycle: its cells where it began, turned and was last, each with its turn.
  class Trail {
    constructor(team, number, start) {
      Object.assign(this, {team, number, bends: [{turn: 0, at: start}], death: null});
    }

    add(turn, at) {
      const [before, last] = this.bends.slice(-2);
      const goes_on = last && [0, 1].every((i) => Math.sign(last.at[i] - before.at[i]) === Math.sign(at[i] - last.at[i]));
      if (goes_on) this.bends[this.bends.length - 1] = {turn, at};
      else this.bends.push({turn, at});
    }

    /// The last cell at or before frame `turn`.
    at(turn) {
      return this.points(turn).at(-1).map((middle) => middle - 0.5);
    }

    /// Middles of the cells where the way bends, until frame `turn`, a fraction of which may be on the way to the next cell.
    points(turn) {
      const points = [];
      for (let i = 0; i < this.bends.length; ++i) {
        const {turn: when, at} = this.bends[i];
        if (when <= turn || i === 0) {
          points.push([at[0] + 0.5, at[1] + 0.5]);
          continue;
        }
        const {turn: from, at: start} = this.bends[i - 1];
        const part = (turn - from) / (when - from);
        if (part > 0) points.push([0, 1].map((axis) => between(start[axis], at[axis], part) + 0.5));
        break;
      }
      return points;
    }
  }

  class LightCyclePainter {
    constructor(reel) {
      this.reel = reel;
      const {size, starts} = reel.data.setup;
      this.cells = size;
      this.margin = Math.max(0.35, size * 0.012); // so that heads at the edges are whole
      this.size = {width: size + 2 * this.margin, height: size + 2 * this.margin};
      this.teams = starts.length;
      this.animates = size <= 60;
      this.trails = starts.flatMap((cells, team) => cells.map((start) => ({team, start})))
        .map(({team, start}, number) => new Trail(team, number, start));
      if (reel.turnOf(0) > 0) this.beginLate();
      this.known = 0; // the last frame that the trails have
      this.deaths = []; // trails in the order of their ends
      this.arena = {};
      this.legend = this.legendOf();
    }

    /// The match began before this reel: the ways up to its first frame are not known.
    beginLate() {
      const {cycles} = this.reel.view(0);
      this.trails = this.trails.filter(({number}) => lives(cycles[number]))
        .map(({team, number}) => new Trail(team, number, cycles[number]));
    }

    grow(index) {
      for (let next = this.known + 1; next <= index; ++next) {
        const {cycles} = this.reel.view(next);
        for (const trail of this.trails) {
          if (trail.death) continue;
          if (lives(cycles[trail.number])) trail.add(next, cycles[trail.number]);
          else this.end(trail, next);
        }
        this.known = next;
      }
    }

    end(trail, turn) {
      const cause = this.reel.events(turn).terminated?.find(({cycle}) => cycle === trail.number)?.cause ?? "";
      const first = this.trails.findIndex(({team}) => team === trail.team);
      const move = this.reel.answers(turn).find(({seat}) => seat === trail.team)?.move;
      trail.death = {turn, cause, target: move?.[trail.number - first] ?? null};
      this.deaths.push(trail);
    }

    paint(pen, index, {theme, progress = 1, small = false, colors}) {
      this.grow(index);
      const c = palette(colors, theme);
      const now = index === 0 ? 0 : index - 1 + clamped(progress, 0, 1);
      const scale = pixels(pen);
      const {width, height} = this.size;
      referee.drawing.still(pen, this.arena, `${theme} ${small}`, width, height, (layer) => this.paintArena(layer, c, scale));
      pen.save();
      pen.translate(this.margin, this.margin);
      const alive = this.trails.filter(({death}) => !death || death.turn > index);
      for (const {trail, age} of this.fallen(index)) {
        if (age < kFading) faded(pen, 0.55 * (1 - age / kFading), () => this.paintTrail(pen, trail, trail.death.turn - 1, c, scale, small));
      }
      for (const trail of alive) this.paintTrail(pen, trail, now, c, scale, small);
      for (const {trail, age} of this.fallen(index)) this.paintCross(pen, trail, age, c, scale);
      for (const trail of alive) this.paintHead(pen, trail, now, c, scale, small);
      if (!small) this.paintCauses(pen, index, c, scale);
      pen.restore();
    }

    /// Trails whose cycles have been terminated, and how many turns ago.
    fallen(index) {
      return this.deaths.filter(({death}) => death.turn <= index).map((trail) => ({trail, age: index - trail.death.turn}));
    }

    /// A line between all cells where they are large, else every tenth.
    paintArena(pen, c, scale) {
      const step = scale >= 9 ? 1 : scale * 10 >= 9 ? 10 : 50;
      const {cells, margin, size: {width, height}} = this;
      pen.fillStyle = c.mesh;
      pen.fillRect(0, 0, width, height);
      pen.fillStyle = c.arena;
      pen.fillRect(margin, margin, cells, cells);
      pen.beginPath();
      for (let at = step; at < cells; at += step) {
        pen.moveTo(margin + at, margin);
        pen.lineTo(margin + at, margin + cells);
        pen.moveTo(margin, margin + at);
        pen.lineTo(margin + cells, margin + at);
      }
      pen.lineWidth = Math.min(0.08 * step, 1 / scale);
      pen.strokeStyle = c.mesh;
      pen.stroke();
    }

    paintTrail(pen, trail, turn, c, scale, small) {
      const points = trail.points(turn);
      if (points.length === 1) points.push(points[0]);
      const color = seatColor(c, trail.team);
      const width = scale >= 4 ? 0.72 : 0.95;
      if (c.glow > 0 && !small) line(pen, points, 2 * width, sheer(color, c.glow));
      line(pen, points, width, color);
      const pattern = kPatterns[trail.team % kPatterns.length];
      if (!pattern || scale < 3) return;
      pen.setLineDash(pattern);
      line(pen, points, width * 0.3, c.core);
      pen.setLineDash([]);
    }

    paintHead(pen, trail, turn, c, scale, small) {
      const [x, y] = trail.points(turn).at(-1);
      const radius = Math.max(small ? 0.7 : 0.62, (small ? 3.5 : clamped(2.2 * scale, 5.5, 9)) / scale);
      const color = seatColor(c, trail.team);
      disc(pen, x, y, radius * 1.2, c.core);
      seatShape(pen, trail.team, x, y, radius, color);
      if (radius * scale < 6) return;
      text(pen, referee.seatLetter(trail.team), x, y, {size: radius * 1.15, fill: c.onSeat[trail.team % c.onSeat.length], weight: 800});
    }

    /// Where the cycle was when it was terminated, with a short line to where it wanted to go.
    paintCross(pen, trail, age, c, scale) {
      const [x, y] = trail.points(trail.death.turn - 1).at(-1);
      const {target} = trail.death;
      const radius = Math.max(0.4, 3.5 / scale) * (age === 0 ? 1.35 : 1);
      faded(pen, age < kTold ? 1 : 0.45, () => {
        const near = Array.isArray(target) && Math.abs(target[0] + 0.5 - x) + Math.abs(target[1] + 0.5 - y) < 1.5;
        if (near && age < kFading) line(pen, [[x, y], [between(x, target[0] + 0.5, 0.8), between(y, target[1] + 0.5, 0.8)]], 0.2, c.fault);
        cross(pen, x, y, radius, radius * 0.75, c.core);
        cross(pen, x, y, radius, radius * 0.4, seatColor(c, trail.team));
      });
    }

    /// The causes beside the newest crosses; cycles of a team that ended near each other in one turn need no second text.
    paintCauses(pen, index, c, scale) {
      const size = Math.max(12 / scale, 0.5);
      const taken = [];
      for (const {trail, age} of this.fallen(index).reverse()) {
        if (age >= kTold || taken.length >= 12) continue;
        const [x, y] = trail.points(trail.death.turn - 1).at(-1);
        const string = `${referee.seatLetter(trail.team)} ${causeText(trail.death.cause)}`;
        const half = (string.length * size * 0.58) / 2;
        const tx = clamped(x, half + size * 0.3, this.cells - half - size * 0.3);
        const ty = y > 2.2 * size ? y - 1.3 * size : y + 1.4 * size;
        if (taken.some(([ox, oy, other]) => Math.abs(oy - ty) < 1.2 * size && Math.abs(ox - tx) < half + other)) continue;
        taken.push([tx, ty, half]);
        faded(pen, 1 - 0.6 * (age / kTold), () => text(pen, string, tx, ty, {size, fill: c.ink, halo: c.arena, weight: 700}));
      }
    }

    /// Teams that have a living cycle at frame `index`.
    living(index) {
      const {cycles} = this.reel.view(index);
      return [...new Set(this.trails.filter(({number}) => lives(cycles[number])).map(({team}) => team))];
    }

    end_text(index) {
      const living = this.living(index);
      if (index === 0 || living.length > 1) return null;
      return living.length === 1 ? `Team ${referee.seatLetter(living[0])} wins` : "No cycle is left";
    }

    counts(index) {
      this.grow(index);
      const by_team = (count) => Array.from({length: this.teams}, (_, team) => count(this.trails.filter((trail) => trail.team === team)));
      const alive = ({death}) => !death || death.turn > index;
      return [
        {label: "Cycles left", values: by_team((trails) => `${trails.filter(alive).length}/${trails.length}`)},
        { label: "Turns with a cycle", values: by_team((trails) =>
          Math.max(...trails.map(({death}) => Math.min(index, death ? death.turn - 1 : index)))) },
        {label: "Newest death", values: by_team((trails) => this.newest(trails, index))},
      ];
    }

    newest(trails, index) {
      const ends = trails.map(({death}) => death).filter((death) => death && death.turn <= index);
      if (ends.length === 0) return "";
      const last = ends.reduce((best, death) => (death.turn > best.turn ? death : best));
      return `${causeText(last.cause)}, turn ${last.turn - 1}`;
    }

    describe(index) {
      this.grow(index);
      const left = ({death}) => !death || death.turn > index;
      const alive = this.trails.filter(left);
      const parts = [`Turns played: ${this.reel.turnOf(index)}.`];
      for (let team = 0; team < this.teams; ++team) {
        const trails = this.trails.filter((trail) => trail.team === team);
        const name = `Team ${referee.seatLetter(team)} (${this.reel.data.players[team]})`;
        parts.push(`${name}: ${trails.filter(left).length} of ${trails.length} cycles left.`);
      }
      for (const trail of alive.slice(0, kListed)) parts.push(this.whereIs(trail, index));
      if (alive.length > kListed) parts.push(`And ${alive.length - kListed} more cycles.`);
      for (const {trail} of this.fallen(index).filter(({age}) => age === 0).slice(0, kListed)) {
        const [x, y] = trail.at(trail.death.turn - 1);
        const cycle = `Cycle ${trail.number} of team ${referee.seatLetter(trail.team)}`;
        parts.push(`${cycle} ended at x ${x}, y ${y}: ${causeText(trail.death.cause)}.`);
      }
      const end = this.end_text(index);
      return [...parts, ...(end ? [`${end}.`] : [])].join(" ");
    }

    whereIs(trail, index) {
      const [x, y] = trail.at(index);
      const where = `Cycle ${trail.number} of team ${referee.seatLetter(trail.team)} is at x ${x}, y ${y}`;
      if (index === 0) return `${where}.`;
      const [ox, oy] = trail.at(index - 1);
      const heading = x > ox ? "right" : x < ox ? "left" : y > oy ? "down" : "up";
      return `${where}, heading ${heading}.`;
    }

    legendOf() {
      const on = (draw) => (pen, colors) => draw(pen, palette(colors, referee.drawing.luminance(colors.page) < 0.2 ? "dark" : "light"));
      const legend = [];
      for (let team = 0; team < Math.min(this.teams, 12); ++team) {
        const trail = new Trail(team, 0, [-2, 0]);
        trail.add(1, [0, 0]);
        legend.push({
          swatch: on((pen, c) => {
            this.paintTrail(pen, trail, 1, c, 24, true);
            seatShape(pen, team, 0.5, 0.5, 0.38, seatColor(c, team));
            text(pen, referee.seatLetter(team), 0.5, 0.5, {size: 0.46, fill: c.onSeat[team % c.onSeat.length], weight: 800});
          }),
          text: `team ${referee.seatLetter(team)}: ${this.reel.data.players[team]}`,
        });
      }
      legend.push({swatch: on((pen, c) => cross(pen, 0.5, 0.5, 0.3, 0.16, c.fault)), text: "a cycle ended here; its trail is free"});
      return legend;
    }
  }

  referee.painters ??= {};
  referee.painters.lightcycle = (reel) => {
    const {setup} = reel.data;
    const known = Number.isInteger(setup?.size) && Array.isArray(setup.starts) && Array.isArray(reel.view(0)?.cycles);
    return known ? new LightCyclePainter(reel) : referee.plainPainter(reel);
  };
  /// A board of the newest position alone would have no trails.
  referee.painters.lightcycle.needsHistory = true;
})();
