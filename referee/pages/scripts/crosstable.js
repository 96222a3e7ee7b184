// Who met whom with what result. Large ones are built when somebody opens them, a few rows at a time.
(() => {
  "use strict";
  const referee = (globalThis.referee ??= {});
  const {element} = referee;

  const kOpenUpTo = 40;      // entrants: larger ones are closed at first
  const kCellsAtOnce = 4000; // built without a break

  /// The links of a cell: one match is the result's own link, more stand behind it by their number.
  const crosstableCell = (node, cell, who) => {
    node.className = cell.kind;
    const link = (match, text, label) => element("a", {href: referee.matchHref(match), "aria-label": label}, text);
    if (cell.matches.length === 1 && cell.text !== "") {
      node.replaceChildren(link(cell.matches[0], cell.text, `${cell.text}: ${who}, ${cell.matches[0]}`));
      return;
    }
    const links = cell.matches.map((match, index) => link(match, String(index + 1), `game ${index + 1} of ${who}, ${match}`));
    node.replaceChildren(cell.text, ...(links.length > 0 ? [element("span", {class: "links"}, " ", links)] : []));
  };

  class Crosstable {
    constructor(parent) {
      this.rows = new Map();   // by entrant
      this.part = 0;           // counts builds: a newer one ends an older one
      this.details = referee.disclosure("Crosstable", (content) => this.build(content));
      parent.replaceChildren(this.details.node);
      this.begun = false;
    }

    show(data) {
      this.names = new referee.EntrantNames(data);
      const table = data.crosstable;
      const changed = JSON.stringify(table) !== this.shown;
      this.shown = JSON.stringify(table);
      this.table = table;
      this.details.node.firstChild.textContent = `Crosstable of ${referee.countText(table.rows.length, "entrant")}`;
      if (!this.begun) this.details.node.open = table.rows.length <= kOpenUpTo;
      this.begun = true;
      if (changed) this.details.changed();
    }

    build(content) {
      const {columns, legend, rows, total = "Points"} = this.table;
      const shape = JSON.stringify([columns, total]);
      if (shape !== this.shape) {
        this.shape = shape;
        this.rows.clear();
        this.body = element("tbody");
        this.caption = element("caption", {}, element("span"));
        const heads = ["No.", "Name", ...columns, total].map((title, index) =>
          element("th", {scope: "col", class: index === 1 ? "name" : null}, referee.plain(title, 24)));
        content.replaceChildren(referee.scrolling("Crosstable", element("table", {class: "cross"}, this.caption, element("thead", {}, element("tr", {}, heads)), this.body)));
      }
      this.caption.firstChild.textContent = legend;
      this.fill(0, ++this.part, []);
    }

    /// Fills rows from `index` on, and the rest after a break; at the end puts them in order.
    fill(index, part, nodes) {
      if (part !== this.part) return;
      const {rows, columns} = this.table;
      const end = Math.min(rows.length, index + Math.max(1, Math.floor(kCellsAtOnce / (columns.length + 1))));
      for (let at = index; at < end; ++at) nodes.push(this.rowOf(rows[at], at));
      if (end < rows.length) {
        this.body.append(...nodes.slice(index).filter((node) => node.parentNode !== this.body));
        setTimeout(() => this.fill(end, part, nodes));
      } else {
        referee.arrange(this.body, nodes);
      }
    }

    rowOf(row, index) {
      const kept = this.rows.get(row.entrant) ?? this.createRow(row);
      referee.setText(kept.number, String(index + 1));
      referee.setText(kept.points, row.points);
      row.cells.forEach((cell, at) => {
        const shown = `${cell.text}\n${cell.kind}\n${cell.matches}`;
        if (kept.shown[at] === shown) return;
        kept.shown[at] = shown;
        crosstableCell(kept.cells[at], cell, `${this.names.text(row.entrant)}, column ${this.table.columns[at]}`);
      });
      return kept.node;
    }

    createRow(row) {
      const number = element("td");
      const points = element("td", {class: "points"});
      const cells = row.cells.map(() => element("td"));
      const name = element("th", {scope: "row", class: "name"}, this.names.node(row.entrant));
      const node = element("tr", {"data-entrant": row.entrant}, number, name, cells, points);
      const kept = {node, number, points, cells, shown: []};
      this.rows.set(row.entrant, kept);
      return kept;
    }
  }

  referee.Crosstable = Crosstable;
})();
