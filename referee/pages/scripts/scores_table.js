// Scores of a field: a row for each instance, a column for each entrant, best one first.
(() => {
  "use strict";
  const referee = (globalThis.referee ??= {});
  const {element} = referee;

  const cellOf = (cell, who) => {
    const link = (match, text) => element("a", {href: referee.matchHref(match), "aria-label": `${cell.score}, ${who}, ${match}`}, text);
    const [only, ...more] = cell.matches;
    const score = only && cell.score !== "" && more.length === 0 ? link(only, cell.score) : cell.score;
    const links = more.length > 0 ? cell.matches.map((match, index) => link(match, String(index + 1))) : [];
    return element("td", {class: cell.best ? "best" : null}, score, links.length > 0 ? element("span", {class: "links"}, " ", links) : null,
        cell.average === "" ? null : element("small", {}, cell.average));
  };

  class ScoresTable {
    constructor(parent) {
      this.details = referee.disclosure("Scores", (content) => this.build(content));
      parent.replaceChildren(this.details.node);
      this.shown = null;
    }

    show(data) {
      const shown = JSON.stringify([data.scores, data.entrants]);
      if (shown === this.shown) return;
      const first = this.shown === null;
      Object.assign(this, {shown, scores: data.scores, names: new referee.EntrantNames(data)});
      this.details.node.firstChild.textContent =
        `${referee.countText(data.scores.rows.length, "instance")}, ${referee.countText(data.scores.order.length, "entrant")}`;
      if (first) this.details.node.open = data.scores.rows.length * data.scores.order.length <= 1600;
      this.details.changed();
    }

    build(content) {
      const {order, rows, legend} = this.scores;
      const head = element("tr", {}, element("th", {scope: "col", class: "name"}, "Instance"),
          order.map((entrant) => element("th", {scope: "col", "data-entrant": entrant}, this.names.node(entrant))));
      const body = rows.map((row) => element("tr", {}, element("th", {scope: "row", class: "name"}, referee.foreign(row.instance)),
          row.cells.map((cell, index) => cellOf(cell, `${this.names.text(order[index])} on ${referee.plain(row.instance)}`))));
      const scrolled = content.firstChild?.scrollLeft ?? 0;
      content.replaceChildren(referee.scrolling("Scores", element("table", {class: "scores"},
          element("caption", {}, element("span", {}, `${legend} A score is bold where nobody else reached it on that instance.`)),
          element("thead", {}, head), element("tbody", {}, body))));
      content.firstChild.scrollLeft = scrolled;
    }
  }

  referee.ScoresTable = ScoresTable;
})();
