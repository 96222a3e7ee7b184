// The projector's slide of the crosstable: as many rows and columns as can be read from the back of a hall.
(() => {
  "use strict";
  const referee = (globalThis.referee ??= {});
  const {element} = referee;

  const kMostRows = 40;     // a larger table is shown only while it is pinned
  const kRow = 1.5;         // the height of a row, in letters' heights
  const kName = 10;         // the greatest width of the names, likewise
  const kNumber = 2.2;      // that of the numbers
  const kBold = 1.15;       // how much wider the letters of a head are
  const kPadding = 0.9;     // of a cell, both sides

  const cellWidth = (texts) => kPadding + Math.max(1, ...texts.map(referee.textWidth));

  class CrosstableSlide {
    constructor() {
      Object.assign(this, {kind: "crosstable", seconds: 15});
    }

    /// Widths of the columns in letters' heights.
    widths({columns, rows, total = "Points"}) {
      const width = (title, of) => Math.max(kPadding + kBold * referee.textWidth(referee.plain(title, 16)), cellWidth(rows.map((row) => referee.plain(of(row), 16))));
      return {
        cells: columns.map((title, index) => width(title, ({cells}) => cells[index].text)),
        points: width(total, ({points}) => points),
      };
    }

    nameWidth({rows}, names) {
      return Math.min(kName, kPadding + kBold * Math.max(referee.textWidth("Name"), ...rows.map(({entrant}) => referee.textWidth(names.text(entrant)))));
    }

    pages({data: {crosstable}, names, room, text, pinned}) {
      if (!crosstable || crosstable.rows.length === 0 || (crosstable.rows.length > kMostRows && !pinned)) return [];
      const {cells, points} = this.widths(crosstable);
      const most = Math.max(1, Math.floor((room.width / text - kNumber - this.nameWidth(crosstable, names) - points) / Math.max(1, ...cells)));
      const count = crosstable.rows.length;
      const parts = Math.ceil(count / Math.max(1, Math.floor(room.height / text / kRow) - 1));
      return referee.runsOf(count, Math.ceil(count / parts)).flatMap((of) => referee.runsOf(crosstable.columns.length, most).map((columns) => ({rows: of, columns})));
    }

    title({data: {crosstable}}, {rows: [from, to], columns: [first, end]}) {
      const rows = to - from < crosstable.rows.length ? `, places ${from + 1} to ${to} of ${crosstable.rows.length}` : "";
      const columns = end - first < crosstable.columns.length ? `, columns ${first + 1} to ${end} of ${crosstable.columns.length}` : "";
      return `Crosstable${rows}${columns}`;
    }

    draw(stage, {data: {crosstable, standings}, names, text}, {rows: [from, to], columns: [first, end]}) {
      const rows = crosstable.rows.slice(from, to);
      const gone = standings.filter(({mark}) => mark).map(({entrant}) => entrant);
      referee.drawOnce(stage, [this.kind, rows, first, end, text, gone, crosstable.columns, rows.map(({entrant}) => names.text(entrant))], () => {
        const {columns, total = "Points"} = crosstable;
        const widths = this.widths(crosstable);
        const group = element("colgroup");
        for (const width of [kNumber, null, ...widths.cells.slice(first, end), widths.points]) {
          const column = element("col");
          if (width !== null) column.style.width = `${width}em`;
          group.append(column);
        }
        const table = element("table", {class: "large cross"}, group,
            element("thead", {}, element("tr", {}, element("td"), element("th", {scope: "col", class: "name"}, "Name"),
                [...columns.slice(first, end), total].map((title) => element("th", {scope: "col"}, referee.plain(title, 16))))),
            element("tbody", {}, rows.map(({entrant, cells, points}, index) => element("tr", {class: gone.includes(entrant) ? "gone" : null},
                element("td", {class: "rank"}, String(from + index + 1)),
                element("th", {scope: "row", class: "name"}, names.node(entrant)),
                cells.slice(first, end).map((cell) => element("td", {class: cell.kind}, referee.plain(cell.text, 16))),
                element("td", {class: "points"}, referee.plain(points, 16))))));
        table.style.fontSize = `${text}px`;
        table.style.setProperty("--row", `${kRow * text}px`);
        return table;
      });
    }
  }

  referee.CrosstableSlide = CrosstableSlide;
})();
