// The standings: places with movement, results and tie-breaks with their explanations, ratings with their intervals.
(() => {
  "use strict";
  const referee = (globalThis.referee ??= {});
  const {element, setText, setAttribute} = referee;

  /// The columns of the standings page: of every tournament, and of this one by its data.
  const standingsColumns = (data) => {
    const rated = data.standings.some((row) => row.rating);
    const own = data.columns.map((column, index) => ({
      key: `own-${index}`, title: column.title, about: [column.about], cell: index, points: index === 0,
    }));
    const rating = {key: "rating", title: "Elo", about: [data.rating_about || "The rating and its 95 % interval. The line is at 0."]};
    const games = {key: "games", title: "Games", about: ["How many games are over."]};
    const meets = data.kind !== "field" && !own.some(({title}) => title === "Mean");
    const wins = meets ? {key: "wins", title: "Games won", about: ["How many games the entrant won. A draw is no win."]}
      : {key: "wins", title: "Best", about: ["On how many instances nobody else scored as much."]};
    const faults = {key: "faults", title: "Faults", about: ["How many turns had no legal answer in time. “Time and faults” shows each kind."]};
    return [...own, ...(rated ? [rating] : []), wins, games, faults];
  };

  class StandingsTable {
    constructor(parent, popover) {
      Object.assign(this, {parent, popover});
      this.head = element("tr");
      this.body = element("tbody");
      this.caption = element("caption", {}, element("span"));
      this.table = element("table", {class: "standings"}, this.caption, element("thead", {}, this.head), this.body);
      parent.replaceChildren(referee.scrolling("Entrants by rank", this.table));
      this.rows = new Map();  // by entrant: its cells
      this.list = new referee.KeyedList(this.body, {
        key: (row) => row.entrant,
        create: (row) => this.createRow(row),
        update: (node, row) => this.updateRow(node, row),
      });
    }

    show(data) {
      this.data = data;
      this.names = new referee.EntrantNames(data);
      this.scale = referee.ratingScale(data.standings);
      this.byEntrant = new Map(data.standings.map((row) => [row.entrant, row]));
      const columns = standingsColumns(data);
      const shape = JSON.stringify(columns);
      if (shape !== this.shape) this.begin(columns, shape);
      const moved = data.standings.some(({movement}) => movement);
      setText(this.caption.firstChild, [data.ranking, moved ? "▲ and ▼: places won or lost in the newest round." : ""].filter(Boolean).join(" "));
      this.list.show(data.standings);
    }

    /// Builds the head anew, and forgets the rows: the columns have changed.
    begin(columns, shape) {
      Object.assign(this, {columns, shape});
      this.rows.clear();
      this.list.nodes.clear();
      this.head.replaceChildren(
          element("th", {scope: "col", class: "rank"}, "Rank"), element("th", {scope: "col", class: "name"}, "Name"),
          ...columns.map((column) => this.headOf(column)));
    }

    headOf(column) {
      const button = element("button", {type: "button", class: "explains"}, referee.plain(column.title));
      this.popover.attach(button, () => ({title: referee.plain(column.title), lines: column.about}));
      return element("th", {scope: "col"}, button);
    }

    createRow(row) {
      const rank = element("span", {class: "number"});
      const movement = element("span", {class: "movement"}, element("span", {"aria-hidden": "true"}), element("span", {class: "visually-hidden"}));
      const name = element("th", {scope: "row", class: "name"});
      const cells = this.columns.map((column) => this.createCell(column, row.entrant));
      const node = element("tr", {"data-entrant": row.entrant}, element("td", {class: "rank"}, rank, movement), name, cells.map(({node}) => node));
      this.rows.set(row.entrant, {rank, movement, name, cells});
      return node;
    }

    /// A cell of this column. Results and tie-breaks open the explanation of the place; the first one with a button, so
    /// that the keyboard passes it once a row.
    createCell(column, entrant) {
      const node = element("td", {class: column.points ? "points" : `cell-${column.key}`});
      if (column.cell === undefined) return {node, text: node};
      const content = () => this.explanation(entrant, column);
      if (!column.points) {
        this.popover.attach(node, content);
        return {node, text: node.appendChild(element("span"))};
      }
      const button = element("button", {type: "button", class: "explains"});
      this.popover.attach(button, content);
      node.append(button);
      return {node, text: button};
    }

    explanation(entrant, column) {
      const row = this.byEntrant.get(entrant);
      const name = this.names.text(entrant);
      const value = `${referee.plain(column.title)} ${row.cells[column.cell]}`;
      return {
        title: `${row.rank}. ${name}: ${value}`,
        lines: row.explain.length > 0 ? row.explain : column.about,
      };
    }

    updateRow(node, row) {
      const {rank, movement, name, cells} = this.rows.get(row.entrant);
      setText(rank, String(row.rank));
      const move = referee.movementOf(row.movement);
      movement.dataset.kind = move.kind;
      setText(movement.firstChild, move.text);
      setText(movement.lastChild, move.spoken);
      this.updateName(name, row);
      setAttribute(node, "class", row.mark ? "gone" : row.rank === 1 ? "first" : null);
      this.columns.forEach((column, index) => this.updateCell(cells[index], column, row));
    }

    updateName(cell, row) {
      const shown = `${this.names.text(row.entrant)}\n${row.mark}`;
      if (cell.shown === shown) return;
      cell.shown = shown;
      const href = referee.entrantHref(this.data, row.entrant);
      const name = this.names.node(row.entrant);
      cell.replaceChildren(href === null ? name : element("a", {href}, name), ...(row.mark ? [element("small", {class: "mark"}, row.mark)] : []));
    }

    updateCell({node, text}, column, row) {
      if (column.cell !== undefined) {
        const value = referee.plain(row.cells[column.cell] ?? "", 24);
        setText(text, value);
        if (column.points) setAttribute(text, "aria-label", `${value}, explain the place of ${this.names.text(row.entrant)}`);
      } else if (column.key === "rating") {
        this.updateRating(node, row.rating);
      } else if (column.key === "faults") {
        setText(node, String(referee.faultsOf(row.faults)));
        setAttribute(node, "title", referee.faultsText(row.faults) || null);
        node.classList.toggle("fault", referee.faultsOf(row.faults) > 0);
      } else {
        setText(node, String(row[column.key]));
      }
    }

    updateRating(node, rating) {
      const shown = JSON.stringify([rating, this.scale]);
      if (node.shown === shown) return;
      node.shown = shown;
      if (rating) node.replaceChildren(referee.ratingBar(rating, this.scale), element("span", {}, referee.ratingText(rating)));
      else node.replaceChildren();
    }
  }

  Object.assign(referee, {standingsColumns, StandingsTable});
})();
