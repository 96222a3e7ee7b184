// The tournament for a hall: boards and standings in large type, which change over by themselves.
(() => {
  "use strict";
  const referee = (globalThis.referee ??= {});
  const {element, setText} = referee;

  const kSlideTime = 15000;  // milliseconds
  const kTick = 250;
  const kRows = 10;          // of a column of standings

  /// How many boards have room side by side and below each other in a window, at most six: {columns, rows}.
  const boardGrid = (count, {width, height}) => {
    const shapes = [[1, 1], [2, 1], [3, 1], [2, 2], [3, 2], [1, 2], [1, 3], [2, 3]];
    const fits = shapes.map(([columns, rows]) => ({columns, rows, side: Math.min(width / columns, height / rows)}))
        .filter(({columns, rows, side}) => columns * rows === 1 || (side >= 200 && columns * rows <= 6));
    const enough = fits.filter(({columns, rows}) => columns * rows >= count);
    const best = (list, value) => list.reduce((one, other) => (value(other) > value(one) ? other : one));
    const {columns, rows} = enough.length > 0 ? best(enough, ({side}) => side) : best(fits, ({columns, rows, side}) => columns * rows + side / 1e6);
    return {columns, rows};
  };

  /// What the projector shows one after the other, all of it once: boards and standings from one place to another.
  const projectorSlides = ({boards, boardsAtOnce, entrants, entrantsAtOnce}) => {
    const parts = (kind, count, most) => Array.from({length: Math.ceil(count / most)}, (_, index) =>
      ({kind, from: index * most, to: Math.min(count, (index + 1) * most)}));
    const played = parts("boards", boards, boardsAtOnce);
    const placed = parts("standings", entrants, entrantsAtOnce);
    // People wait for the boards: they come back after every three pages of standings.
    return placed.length === 0 ? played : placed.flatMap((slide, index) => (index % 3 === 0 ? [...played, slide] : [slide]));
  };

  class Projector {
    constructor(parent, connection) {
      Object.assign(this, {parent, connection, slide: 0, shownFor: 0, paused: false, data: null, boards: [], timer: null});
      this.title = element("h1");
      this.facts = element("p", {class: "facts"});
      this.state = element("p", {class: "connection"});
      this.stage = element("div", {class: "slides"});
      this.heading = element("h2");
      this.hint = element("p", {class: "hint"}, "Space: pause · arrows: next or previous page · Escape: back to the tournament");
      this.number = element("span", {class: "number"});
      this.bar = element("span", {class: "bar"});
      this.button = element("button", {type: "button"}, "Pause");
      this.previous = element("button", {type: "button", "aria-label": "Previous page"}, "◀");
      this.next = element("button", {type: "button", "aria-label": "Next page"}, "▶");
      this.leave = element("a", {href: "./"}, "Leave");
      parent.replaceChildren(
          element("header", {}, element("div", {class: "title"}, this.title, this.facts), this.state),
          element("main", {}, this.heading, this.stage),
          element("footer", {}, this.previous, this.button, this.next, this.number, element("span", {class: "time", "aria-hidden": "true"}, this.bar), this.hint, this.leave));
      this.button.addEventListener("click", () => this.pause(!this.paused));
      this.previous.addEventListener("click", () => this.turn(-1));
      this.next.addEventListener("click", () => this.turn(1));
      this.cards = new Map();  // boards by match
    }

    /// Starts to change over. `onLeave()`: the reader wants the whole page.
    start(onLeave) {
      this.onLeave = onLeave;
      this.leave.addEventListener("click", (event) => {
        event.preventDefault();
        onLeave();
      });
      document.addEventListener("keydown", (event) => !this.parent.hidden && this.key(event));
      globalThis.addEventListener("resize", () => this.draw());
      this.timer = setInterval(() => this.tick(), kTick);
    }

    key(event) {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const onControl = event.target instanceof Element && event.target.closest("button, a");
      if (event.key === " " && !onControl) this.pause(!this.paused);
      else if (event.key === "ArrowRight" || event.key === "PageDown") this.turn(1);
      else if (event.key === "ArrowLeft" || event.key === "PageUp") this.turn(-1);
      else if (event.key === "Escape") this.onLeave();
      else return;
      event.preventDefault();
    }

    pause(paused) {
      this.paused = paused;
      setText(this.button, paused ? "Go on" : "Pause");
      this.parent.classList.toggle("paused", paused);
    }

    tick() {
      if (this.paused || this.parent.hidden) return;
      this.shownFor += kTick;
      this.bar.style.width = `${Math.min(100, (100 * this.shownFor) / kSlideTime)}%`;
      if (this.shownFor >= kSlideTime) this.turn(1);
    }

    turn(step) {
      const count = this.slides().length;
      this.slide = count === 0 ? 0 : (this.slide + step + count) % count;
      this.shownFor = 0;
      this.bar.style.width = "0";
      this.draw();
    }

    showData(data, facts) {
      this.data = data;
      setText(this.title, referee.plain(data.name, 60));
      setText(this.facts, facts);
      this.draw();
    }

    showBoards(boards) {
      this.boards = boards;
      this.draw();
    }

    get room() {
      return {width: this.stage.clientWidth, height: this.stage.clientHeight};
    }

    get standingColumns() {
      return this.data.standings.length > kRows && this.room.width > 900 ? 2 : 1;
    }

    slides() {
      if (!this.data) return [];
      this.grid = boardGrid(this.boards.length, this.room);
      return projectorSlides({
        boards: this.boards.length, boardsAtOnce: this.grid.columns * this.grid.rows,
        entrants: this.data.standings.length, entrantsAtOnce: kRows * this.standingColumns,
      });
    }

    draw() {
      if (this.parent.hidden || !this.data) return;
      const slides = this.slides();
      this.slide = Math.min(this.slide, Math.max(0, slides.length - 1));
      setText(this.number, slides.length > 0 ? `${this.slide + 1} of ${slides.length}` : "");
      for (const control of [this.button, this.previous, this.next]) control.disabled = slides.length < 2;
      const slide = slides[this.slide];
      this.stage.dataset.kind = slide?.kind ?? "nothing";
      if (!slide) this.drawNothing();
      else if (slide.kind === "boards") this.drawBoards(slide);
      else this.drawStandings(slide);
    }

    drawNothing() {
      setText(this.heading, "The tournament has not begun");
      this.stage.replaceChildren();
    }

    drawBoards({from, to}) {
      setText(this.heading, "Being played now");
      const boards = this.boards.slice(from, to);
      this.stage.style.setProperty("--columns", this.grid.columns);
      this.stage.style.setProperty("--rows", this.grid.rows);
      const kept = new Map(boards.map(({match}) => [match, this.cards.get(match) ?? new referee.LiveBoard()]));
      this.cards = kept;
      referee.arrange(this.stage, boards.map(({match}) => kept.get(match).node));
      boards.forEach((board) => kept.get(board.match).show(board));
    }

    drawStandings({from, to}) {
      const {standings, columns, frozen} = this.data;
      const more = standings.length > kRows * this.standingColumns ? `, places ${from + 1} to ${to} of ${standings.length}` : "";
      setText(this.heading, `${referee.standingsTitle(this.data)}${more}${frozen ? ` (${referee.plain(frozen.text, 80)})` : ""}`);
      const names = new referee.EntrantNames(this.data);
      this.stage.style.setProperty("--columns", this.standingColumns);
      this.stage.style.setProperty("--rows", Math.min(kRows, Math.max(5, to - from)));
      const shownColumns = columns.slice(0, this.standingColumns === 1 && this.room.width > 900 ? 3 : 1);
      const lists = [];
      for (let start = from; start < to; start += kRows) {
        lists.push(this.standingsTable(standings.slice(start, Math.min(to, start + kRows)), shownColumns, names));
      }
      const shown = JSON.stringify([this.slide, standings.slice(from, to), shownColumns, this.standingColumns]);
      if (this.stage.shown === shown && this.stage.firstChild?.tagName === "TABLE") return;
      this.stage.shown = shown;
      this.stage.replaceChildren(...lists);
    }

    /// Widths of the columns by their longest texts; the names have the rest.
    widths(rows, columns) {
      const longest = (texts) => Math.max(...texts.map((text) => text.length));
      const values = columns.map(({title}, index) => 1 + 0.7 * Math.max(longest(rows.map(({cells}) => referee.plain(cells[index], 12))), 0.5 * referee.plain(title, 16).length));
      const group = element("colgroup", {}, [2.4, 1.8, null, ...values].map(() => element("col")));
      [2.4, 1.8, null, ...values].forEach((width, index) => {
        if (width !== null) group.children[index].style.width = `${width}em`;
      });
      return group;
    }

    standingsTable(rows, columns, names) {
      const head = ["", "", "Name", ...columns.map(({title}) => referee.plain(title, 16))];
      return element("table", {class: "large"},
          this.widths(rows, columns),
          element("thead", {}, element("tr", {}, head.map((title, index) => element(title ? "th" : "td", {scope: title ? "col" : null, class: index === 2 ? "name" : null}, title)))),
          element("tbody", {}, rows.map((row) => {
            const move = referee.movementOf(row.movement);
            return element("tr", {class: row.rank === 1 && !row.mark ? "first" : null},
                element("td", {class: "rank"}, String(row.rank)),
                element("td", {class: "movement", "data-kind": move.kind}, move.text),
                element("th", {scope: "row", class: "name"}, names.node(row.entrant)),
                columns.map((_, index) => element("td", {class: index === 0 ? "points" : null}, referee.plain(row.cells[index], 12))));
          })));
    }
  }

  Object.assign(referee, {boardGrid, projectorSlides, Projector});
})();
