// The projector's slide of points by round, or of a ladder's ratings in the course of time: the lines of the first entrants.
import {drawn} from "../../shared/dom.js";
import {plain} from "../../shared/texts.js";
import {chartTicks, spreadLabels} from "./scales.js";
import {drawOnce} from "./slide_standings.js";

const kLines = 8;
const kNames = 11;   // the room for names, in letters' heights
const kLeft = 3.2;   // and for numbers
const kBottom = 1.6;
const kMarks = 6;
const kTimes = 1000; // a wider axis is one of seconds

const hourText = (seconds, span) => {
  const date = new Date(1000 * seconds);
  const hour = date.toLocaleTimeString("en-GB", {hour: "2-digit", minute: "2-digit"});
  return span < 36 * 3600 ? hour : `${date.getDate()}.${date.getMonth() + 1}.`;
};

/// Marks of the axis from `low` to `high`: rounds and instances by whole numbers, times by equal parts.
const marksOf = (low, high) => {
  const each = high - low > kTimes ? (high - low) / kMarks : Math.ceil((high - low) / (2 * kMarks));
  return Array.from({length: Math.floor((high - low) / each + 1e-9) + 1}, (_, index) => low + index * each);
};

/// The lines of tournament data as points: {title, lines: [{entrant, points: [[x, y], ...]}], low, high, textOf(x)}, where the
/// axis goes from `low` to `high`; null: there are none.
export const chartLines = ({chart, curves}) => {
  const made = (title, lines, textOf) => {
    const xs = lines.flatMap(({points}) => points.map(([x]) => x));
    const [low, high] = [Math.min(...xs), Math.max(...xs)];
    return lines.length > 0 && high > low ? {title, lines, low, high, textOf} : null;
  };
  if (curves) {
    const lines = curves.lines.slice(0, kLines).filter(({points}) => points.length > 0);
    return made(curves.kind === "mean" ? "Mean scores in the course of time" : "Ratings in the course of time", lines, hourText);
  }
  if (!chart) return null;
  const first = chart.kind === "mean" ? 1 : 0;
  const lines = chart.lines.slice(0, kLines).map(({entrant, values}) =>
    ({entrant, points: values.flatMap((value, index) => (typeof value === "number" ? [[first + index, value]] : []))})).filter(({points}) => points.length > 0);
  return made(chart.kind === "mean" ? "Mean score after each instance" : "Points after each round", lines, (x) => String(x));
};

export class ChartSlide {
  constructor() {
    Object.assign(this, {kind: "chart", seconds: 12});
  }

  pages({data}) {
    const chart = chartLines(data);
    return chart ? [chart] : [];
  }

  title({data}, {title, lines}) {
    return lines.length < data.standings.length ? `${title}: the first ${lines.length}` : title;
  }

  draw(stage, view, chart) {
    const {room, text, names} = view;
    drawOnce(stage, [this.kind, chart, room, text, chart.lines.map(({entrant}) => names.text(entrant))], () => this.picture(view, chart));
  }

  picture({room: {width, height}, text, names}, {title, lines, low, high, textOf}) {
    const ys = lines.flatMap(({points}) => points.map(([, y]) => y));
    const ticks = chartTicks(Math.min(...ys), Math.max(...ys, Math.min(...ys) + 1e-9), kMarks);
    const [right, bottom] = [width - kNames * text, height - kBottom * text];
    const xOf = (x) => kLeft * text + ((x - low) / (high - low)) * (right - kLeft * text);
    const yOf = (y) => bottom - ((y - ticks[0]) / (ticks.at(-1) - ticks[0])) * (bottom - text);
    const marks = marksOf(low, high);
    const heights = spreadLabels(lines.map(({points}) => yOf(points.at(-1)[1])), 1.25 * text, text, bottom);
    return drawn("svg", {class: "large-chart", role: "img", "aria-label": title, width, height, viewBox: `0 0 ${width} ${height}`, "font-size": text},
        ticks.map((tick) => [drawn("line", {class: "axis", x1: kLeft * text, x2: right, y1: yOf(tick), y2: yOf(tick)}),
          drawn("text", {class: "end", x: (kLeft - 0.4) * text, y: yOf(tick) + 0.35 * text}, String(tick))]).flat(),
        marks.map((x) => drawn("text", {class: "middle", x: xOf(x), y: height - 0.3 * text}, textOf(x, high - low))),
        lines.map(({points}, index) => drawn("path", {class: `line line-${index}`, d: `M${points.map(([x, y]) => `${xOf(x).toFixed(1)} ${yOf(y).toFixed(1)}`).join("L")}`})).reverse(),
        lines.flatMap(({entrant}, index) => [
          drawn("line", {class: `line line-${index}`, x1: right + 0.3 * text, x2: right + text, y1: heights[index], y2: heights[index]}),
          drawn("text", {class: "label", x: right + 1.3 * text, y: heights[index] + 0.35 * text}, plain(names.text(entrant), Math.floor((kNames - 1.3) / 0.75)))]));
  }
}
