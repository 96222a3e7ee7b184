// A chart of points by round, or of the mean score by instance: a line for each entrant.
(() => {
  "use strict";
  const referee = (globalThis.referee ??= {});
  const {element, drawn} = referee;

  const kNamed = 8;        // lines in colour and with their names
  const kHeight = 360;
  const kTop = 12;
  const kBottom = 34;
  const kLeft = 48;
  const kLabelHeight = 16;

  /// The line that is nearest to `y` at the mark `at`, of lines with values there, by its place; -1 without any.
  const nearestLine = (lines, at, y, yOf) => {
    let best = -1;
    lines.forEach(({values}, index) => {
      const value = values[at];
      if (typeof value !== "number") return;
      if (best < 0 || Math.abs(yOf(value) - y) < Math.abs(yOf(lines[best].values[at]) - y)) best = index;
    });
    return best;
  };

  const numberText = (value) => (typeof value === "number" ? String(Number(value.toFixed(2))) : "–");

  class PointsChart {
    /// `onHighlight(entrant)`: somebody points at a line; null: at none any more.
    constructor(parent, onHighlight) {
      Object.assign(this, {parent, onHighlight, highlighted: null, width: 0, shown: null});
      this.picture = element("div", {class: "picture"});
      this.readout = element("p", {class: "readout"});
      this.table = referee.disclosure("As a table", (content) => this.fillTable(content));
      parent.replaceChildren(this.picture, this.readout, this.table.node);
      new ResizeObserver(() => this.draw()).observe(this.picture);
      this.picture.addEventListener("pointermove", (event) => this.point(event));
      this.picture.addEventListener("pointerleave", () => this.onHighlight(null));
    }

    show(data) {
      const shown = JSON.stringify([data.chart, data.entrants.map(({name}) => name)]);
      if (shown === this.shown) return;
      Object.assign(this, {shown, chart: data.chart, names: new referee.EntrantNames(data), width: 0});
      this.marks = Math.max(2, ...data.chart.lines.map(({values}) => values.length));
      this.draw();
      this.table.changed();
    }

    /// The mark `index` of the x axis: points are counted after 0 rounds, 1 ...; means after instance 1, 2 ...
    markText(index) {
      return String(this.chart.kind === "mean" ? index + 1 : index);
    }

    draw() {
      const width = Math.floor(this.picture.clientWidth);
      if (!this.chart || width === 0 || width === this.width) return;
      this.width = width;
      this.right = Math.min(190, width * 0.3);
      const values = this.chart.lines.flatMap((line) => line.values).filter((value) => typeof value === "number");
      const low = this.chart.kind === "mean" ? Math.min(...values, Infinity) : 0;
      const ticks = referee.chartTicks(Number.isFinite(low) ? low : 0, Math.max(...values, Number.isFinite(low) ? low + 1e-9 : 1), 6);
      this.xOf = (index) => kLeft + (index / (this.marks - 1)) * (width - kLeft - this.right);
      this.yOf = (value) => kHeight - kBottom - ((value - ticks[0]) / (ticks.at(-1) - ticks[0])) * (kHeight - kTop - kBottom);
      const title = this.chart.kind === "mean" ? "Mean score after each instance" : "Points after each round";
      const svg = drawn("svg", {role: "img", "aria-label": `${title}; the same numbers are in the table below`, width, height: kHeight, viewBox: `0 0 ${width} ${kHeight}`});
      this.over = drawn("g", {class: "over"});
      svg.append(this.axes(ticks), this.lines(), this.labels(), this.over);
      this.picture.replaceChildren(svg);
      this.drawHighlight();
    }

    axes(ticks) {
      const group = drawn("g", {class: "axes"});
      for (const tick of ticks) {
        const y = this.yOf(tick);
        group.append(drawn("line", {x1: kLeft, x2: this.width - this.right, y1: y, y2: y}),
            drawn("text", {x: kLeft - 8, y: y + 4, class: "end"}, numberText(tick)));
      }
      const each = Math.max(1, Math.ceil(this.marks / Math.max(2, (this.width - kLeft - this.right) / 34)));
      for (let index = 0; index < this.marks; index += each) {
        group.append(drawn("text", {x: this.xOf(index), y: kHeight - 16, class: "middle"}, this.markText(index)));
      }
      group.append(drawn("text", {x: (kLeft + this.width - this.right) / 2, y: kHeight - 1, class: "middle title"}, this.chart.kind === "mean" ? "instance" : "round"));
      return group;
    }

    pathOf({values}) {
      let path = "";
      values.forEach((value, index) => {
        if (typeof value !== "number") return;
        const joined = typeof values[index - 1] === "number";
        path += `${joined ? "L" : "M"}${this.xOf(index).toFixed(1)} ${this.yOf(value).toFixed(1)}`;
      });
      return path;
    }

    /// The lines, the best entrants' over the others.
    lines() {
      const faint = Math.min(0.45, Math.max(0.08, 16 / this.chart.lines.length));  // many lines still show where they are dense
      const nodes = this.chart.lines.map((line, index) => (index < kNamed
        ? drawn("path", {class: `line line-${index}`, d: this.pathOf(line)})
        : drawn("path", {class: "line other", "stroke-opacity": faint, d: this.pathOf(line)})));
      return drawn("g", {class: "lines"}, nodes.reverse());
    }

    labels() {
      const named = this.chart.lines.slice(0, kNamed).filter(({values}) => typeof values.at(-1) === "number");
      const heights = referee.spreadLabels(named.map(({values}) => this.yOf(values.at(-1))), kLabelHeight, kTop, kHeight - kBottom);
      const letters = Math.floor((this.right - 26) / 8.8);
      const left = this.width - this.right;
      const texts = named.flatMap((line, index) => [
        drawn("line", {class: `line line-${this.chart.lines.indexOf(line)}`, x1: left + 6, x2: left + 18, y1: heights[index], y2: heights[index]}),
        drawn("text", {class: "label", x: left + 23, y: heights[index] + 4}, referee.plain(this.names.text(line.entrant), letters)),
      ]);
      return drawn("g", {class: "labels"}, texts);
    }

    point(event) {
      if (event.pointerType === "touch" || !this.xOf) return;
      const box = this.picture.firstChild.getBoundingClientRect();
      const share = (event.clientX - box.left - kLeft) / (this.width - kLeft - this.right);
      const at = Math.max(0, Math.min(this.marks - 1, Math.round(share * (this.marks - 1))));
      const nearest = nearestLine(this.chart.lines, at, event.clientY - box.top, this.yOf);
      this.onHighlight(nearest < 0 ? null : this.chart.lines[nearest].entrant);
    }

    /// Draws the line of `entrant` over the others, and tells its numbers; null: none.
    highlight(entrant) {
      this.highlighted = entrant;
      this.drawHighlight();
    }

    drawHighlight() {
      const line = this.chart?.lines.find(({entrant}) => entrant === this.highlighted);
      this.picture.classList.toggle("dimmed", Boolean(line));
      if (!line || !this.over) {
        this.over?.replaceChildren();
        this.readout.textContent = "To read the numbers of an entrant, point at its line or choose it under “Highlight”.";
        return;
      }
      const dots = line.values.map((value, index) =>
        (typeof value === "number" && this.marks <= 40 ? drawn("circle", {cx: this.xOf(index), cy: this.yOf(value), r: 3.5}) : null));
      this.over.replaceChildren(drawn("path", {d: this.pathOf(line)}), ...dots.filter(Boolean));
      const numbers = line.values.slice(-12).map(numberText).join(", ");
      this.readout.textContent = `${this.names.text(line.entrant)}: ${line.values.length > 12 ? "… " : ""}${numbers}`;
    }

    fillTable(content) {
      const marks = Array.from({length: this.marks}, (_, index) => element("th", {scope: "col"}, this.markText(index)));
      const rows = this.chart.lines.map(({entrant, values}) => element("tr", {"data-entrant": entrant},
          element("th", {scope: "row", class: "name"}, this.names.node(entrant)),
          Array.from({length: this.marks}, (_, index) => element("td", {}, numberText(values[index])))));
      content.replaceChildren(referee.scrolling("Numbers of the chart", element("table", {class: "numbers"},
          element("thead", {}, element("tr", {}, element("th", {scope: "col", class: "name"}, this.chart.kind === "mean" ? "After instance" : "After round"), marks)),
          element("tbody", {}, rows))));
    }
  }

  Object.assign(referee, {nearestLine, PointsChart});
})();
