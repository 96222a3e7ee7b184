// The projector's slide of the standings.
import {element} from "../../shared/elements.js";
import {movementOf, plain} from "../../shared/texts.js";
import {standingsTitle} from "../entrant_names.js";

const kRows = 10;   // of a column of standings
const kNarrow = 16;  // characters of a result beside which another list has room
const kWide = 40;    // of a result where its list has the slide alone: "out in the lower semi-final"

/// Runs of `count` things, at most `most` in each: [[0, 10], [10, 14]].
export const runsOf = (count, most) => Array.from({length: Math.ceil(count / most)}, (_, index) => [index * most, Math.min(count, (index + 1) * most)]);

/// How many letters of the usual width a text is about as wide as.
export const textWidth = (text) => 0.6 * [...text].length;

/// What decides a place: the columns of the standings, {title, text(row)}. A ladder ranks by its ratings, and behind a bracket
/// come those by points that are not in it. Nothing before there is a result.
const resultColumns = ({columns, kind, standings}) => {
  if (!standings.some(({games, encounters}) => games > 0 || encounters > 0)) return [];
  const reached = columns.findIndex(({key}) => key === "reached");
  if (reached > 0 && standings.some(({cells}) => cells[reached] !== "-")) {
    return [{title: "Result", text: ({cells}) => (cells[reached] === "-" ? `${columns[0].title} ${cells[0]}` : cells[reached])}];
  }
  const rated = ["ladder", "practice"].includes(kind) && standings.some(({rating}) => rating);
  return rated ? [{title: "Elo", text: ({rating}) => (rating ? `${rating.elo > 0 ? "+" : ""}${Math.round(rating.elo)}`.replace("-", "\u2212") : "\u2013")},
                  {title: "Games", text: ({games}) => String(games)}]
    : columns.map(({title}, index) => ({title, text: ({cells}) => cells[index]}));
};

/// Draws `make()` into a stage that shows anything else than `what`, which tells it apart.
export const drawOnce = (stage, what, make) => {
  const shown = JSON.stringify(what);
  if (stage.shown === shown && stage.firstChild?.made === shown) return;
  const nodes = [make()].flat();
  nodes[0].made = shown;
  stage.shown = shown;
  stage.replaceChildren(...nodes);
};

export class StandingsSlide {
  constructor() {
    Object.assign(this, {kind: "standings", seconds: 15});
  }

  columnsIn({data, room, text}) {
    const {standings} = data;
    const [result] = resultColumns(data);
    const isNarrow = !result || standings.every((row) => result.text(row).length <= kNarrow);
    return standings.length > kRows && room.width > 44 * text && isNarrow ? 2 : 1;
  }

  pages(view) {
    return runsOf(view.data.standings.length, kRows * this.columnsIn(view)).map(([from, to]) => ({from, to}));
  }

  title({data}, {from, to}) {
    const {standings, frozen} = data;
    const more = to - from < standings.length ? `, places ${from + 1} to ${to} of ${standings.length}` : "";
    return `${standingsTitle(data)}${more}${frozen ? ` (${plain(frozen.text, 80)})` : ""}`;
  }

  draw(stage, view, {from, to}) {
    const {data, names, room, text} = view;
    const {standings} = data;
    const lists = this.columnsIn(view);
    stage.style.setProperty("--columns", lists);
    stage.style.setProperty("--rows", Math.min(kRows, Math.max(5, to - from)));
    const shownColumns = resultColumns(data).slice(0, lists === 1 && room.width > 44 * text ? 3 : 1);
    const rows = standings.slice(from, to);
    drawOnce(stage, [this.kind, from, rows, shownColumns.map(({title}) => title), lists, rows.map(({entrant}) => names.text(entrant))], () =>
      runsOf(rows.length, kRows).map(([begin, end]) => this.table(rows.slice(begin, end), shownColumns, names, lists)));
  }

  /// Widths of the columns by their longest texts; the names have the rest.
  widths(rows, columns, lists) {
    const longest = (texts) => Math.max(...texts.map(textWidth));
    const values = columns.map(({title, text}) => 1.6 + Math.max(longest(rows.map((row) => plain(text(row), kWide))), 0.8 * textWidth(plain(title, 16))));
    const group = element("colgroup");
    for (const width of [2.4, 2, null, ...values]) {
      const column = element("col");
      if (width !== null) column.style.width = `${width}em`;
      group.append(column);
    }
    return group;
  }

  table(rows, columns, names, lists) {
    const head = ["", "", "Name", ...columns.map(({title}) => plain(title, 16))];
    return element("table", {class: "large"},
        this.widths(rows, columns, lists),
        element("thead", {}, element("tr", {}, head.map((title, index) => element(title ? "th" : "td", {scope: title ? "col" : null, class: index === 2 ? "name" : null}, title)))),
        element("tbody", {}, rows.map((row) => {
          const move = movementOf(row.movement);
          return element("tr", {class: row.staff ? "staff" : row.mark ? "gone" : row.ranked && row.rank === 1 ? "first" : null},
              element("td", {class: "rank"}, row.ranked ? String(row.rank) : row.staff ? "\u2191" : "\u2013"),
              element("td", {class: "movement", "data-kind": move.kind}, move.text),
              element("th", {scope: "row", class: "name"}, row.staff ? element("small", {}, "better than ") : null, names.node(row.entrant), row.mark ? element("span", {class: "visually-hidden"}, ` ${plain(row.mark, 24)}`) : null),
              columns.map(({text}, index) => element("td", {class: index === 0 ? "points" : null}, plain(text(row), kWide))));
        })));
  }
}
