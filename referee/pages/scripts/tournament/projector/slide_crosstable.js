// The projector's slide of the crosstable: as many rows and columns as can be read from the back of a hall.
import {element} from "../../shared/elements.js";
import {plain} from "../../shared/texts.js";
import {drawOnce, runsOf, textWidth} from "./slide_standings.js";

const kMostRows = 40;     // a larger table is shown only while it is pinned
const kRow = 1.5;         // the height of a row, in letters' heights
const kHighest = 2.2;     // the same where there is room
const kLargest = 1.8;     // letters, where there is room
const kName = 10;         // the greatest width of the names, in letters' heights
const kNumber = 2.2;      // that of the numbers
const kBold = 1.15;       // how much wider bold letters are
const kPadding = 0.9;     // of a cell, both sides
const kLine = 1.2;        // the height of a line of text
const kHead = 1.4;        // that of the head

const cellWidth = (texts) => kPadding + Math.max(1, ...texts.map(textWidth));
const boldWidth = (text) => kPadding + kBold * textWidth(text);

const headText = (title) => plain(title, 16);
/// What decides a place; who went out in a round reached it.
const placeText = (text) => plain(text.replace(/^out in (the )?/, ""), 28);

/// The table without the rounds of a bracket, which has slides of its own; null if there is nothing left.
const shownTable = ({crosstable, bracket}) => {
  if (!crosstable || !bracket) return crosstable;
  const shown = crosstable.columns.flatMap((title, index) => (/^R\d+$/.test(title) ? [index] : []));
  return shown.length === 0 ? null : {...crosstable, columns: shown.map((index) => crosstable.columns[index]),
    rows: crosstable.rows.map((row) => ({...row, cells: shown.map((index) => row.cells[index])}))};
};

/// Columns of these widths in pages that are at most `room` wide: [[0, 5], [5, 8]].
const packed = (widths, room) => {
  const pages = [];
  let left = 0;
  widths.forEach((width, index) => {
    if (index === 0 || width > left) {
      pages.push([index, index]);
      left = room;
    }
    pages.at(-1)[1] = index + 1;
    left -= width;
  });
  return pages;
};

export class CrosstableSlide {
  constructor() {
    Object.assign(this, {kind: "crosstable", seconds: 15});
  }

  /// Widths of the columns in letters' heights.
  widths({columns, rows, total = "Points"}) {
    return {
      cells: columns.map((title, index) => Math.max(boldWidth(headText(title)), cellWidth(rows.map(({cells}) => plain(cells[index].text, 16))))),
      points: Math.max(boldWidth(headText(total)), ...rows.map(({points}) => boldWidth(placeText(points)))),
    };
  }

  nameWidth({rows}, names) {
    return Math.min(kName, Math.max(boldWidth("Name"), ...rows.map(({entrant}) => boldWidth(names.text(entrant)))));
  }

  /// The height of the legend in px.
  legendHeight({legend}, {room, text}) {
    return legend ? (0.4 + kLine * Math.ceil((textWidth(legend) * text) / room.width)) * text : 0;
  }

  pages({data, names, room, text, pinned}) {
    const table = shownTable(data);
    if (!table || table.rows.length === 0 || (table.rows.length > kMostRows && !pinned)) return [];
    const {cells, points} = this.widths(table);
    const columns = packed(cells, room.width / text - kNumber - this.nameWidth(table, names) - points);
    const count = table.rows.length;
    const parts = Math.ceil(count / Math.max(1, Math.floor(((room.height - this.legendHeight(table, {room, text})) / text - kHead) / kRow)));
    return runsOf(count, Math.ceil(count / parts)).flatMap((rows) => columns.map((of) => ({rows, columns: of})));
  }

  title({data}, {rows: [from, to], columns: [first, end]}) {
    const crosstable = shownTable(data);
    const rows = to - from < crosstable.rows.length ? `, places ${from + 1} to ${to} of ${crosstable.rows.length}` : "";
    const columns = end - first < crosstable.columns.length ? `, columns ${first + 1} to ${end} of ${crosstable.columns.length}` : "";
    return `Crosstable${rows}${columns}`;
  }

  draw(stage, view, page) {
    const {data: {standings}, names, room, text} = view;
    const crosstable = shownTable(view.data);
    const rows = crosstable.rows.slice(...page.rows);
    const gone = standings.filter(({mark}) => mark).map(({entrant}) => entrant);
    drawOnce(stage, [this.kind, page, rows, room, text, gone, crosstable.columns, crosstable.legend, rows.map(({entrant}) => names.text(entrant))],
        () => [this.table(crosstable, view, page, rows, gone), ...(crosstable.legend ? [element("p", {class: "legend"}, plain(crosstable.legend, 600))] : [])]);
  }

  table(crosstable, {names, room, text: least}, {rows: [from], columns: [first, end]}, rows, gone) {
    const {columns, total = "Points"} = crosstable;
    const {cells, points} = this.widths(crosstable);
    const widths = [kNumber, this.nameWidth(crosstable, names), ...cells.slice(first, end), points];
    const high = room.height - this.legendHeight(crosstable, {room, text: least});
    const size = Math.max(least, Math.min(room.width / widths.reduce((sum, width) => sum + width, 0), high / (kHead + kRow * rows.length), kLargest * least));
    const group = element("colgroup", {}, widths.map(() => element("col")));
    widths.forEach((width, index) => { group.children[index].style.width = `${width}em`; });
    const table = element("table", {class: "large cross"}, group,
        element("thead", {}, element("tr", {}, element("td"), element("th", {scope: "col", class: "name"}, "Name"),
            [...columns.slice(first, end), total].map((title) => element("th", {scope: "col"}, headText(title))))),
        element("tbody", {}, rows.map(({entrant, cells: texts, points: place}, index) => element("tr", {class: gone.includes(entrant) ? "gone" : null},
            element("td", {class: "rank"}, String(from + index + 1)),
            element("th", {scope: "row", class: "name"}, names.node(entrant)),
            texts.slice(first, end).map((cell) => element("td", {class: cell.kind}, plain(cell.text, 16))),
            element("td", {class: "points"}, placeText(place))))));
    table.style.fontSize = `${size}px`;
    table.style.setProperty("--row", `${Math.min(kHighest * size, (high - kHead * size) / rows.length)}px`);
    return table;
  }
}
