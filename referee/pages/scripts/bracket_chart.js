// The parts of a bracket, each a drawing that scrolls sideways, with links to the matches.
(() => {
  "use strict";
  const referee = (globalThis.referee ??= {});
  const {element, drawn} = referee;

  // Measures in pixels.
  const kHead = 26;     // the titles of the columns
  const kLine = 24;     // an entrant's line
  const kAbove = 17;    // over a box, for the encounter's name
  const kBetween = 10;  // between a box and the one below it
  const kGap = 34;      // between columns
  const kBox = 236;     // the width of a box
  const kName = 30;     // where a name begins
  const kLetters = 19;  // of a name

  /// By box: the height of its middle line, and the height of all.
  const bracketMiddles = (boxes) => {
    const {places, count} = referee.bracketPlaces(boxes);
    const pitch = kAbove + 2 * kLine + kBetween;
    return {middles: places.map((place) => kHead + kAbove + kLine + place * pitch), height: kHead + count * pitch};
  };

  const leftOf = (column) => column * (kBox + kGap);

  const wayTo = (part, middles, from, to, y) => {
    const begin = leftOf(part.boxes[from].column) + kBox;
    const end = leftOf(part.boxes[to].column);
    return drawn("path", {d: `M${begin} ${middles[from]}H${end - kGap / 2}V${y}H${end}`});
  };

  const sideOf = (side, x, y, names) => {
    const base = y + kLine - 7;
    const name = side.entrant === null ? referee.plain(side.label, 30) : referee.plain(names.text(side.entrant), kLetters);
    return [
      side.won ? drawn("rect", {class: "won", x, y, width: kBox, height: kLine}) : null,
      side.entrant !== null && side.seed !== null ? drawn("text", {class: "small end", x: x + kName - 8, y: base}, String(side.seed)) : null,
      drawn("text", {class: side.won ? "won" : side.entrant === null ? "open" : "name", x: x + (side.entrant === null ? 10 : kName), y: base, "data-entrant": side.entrant}, name),
      drawn("text", {class: side.won ? "end won" : "end", x: x + kBox - 8, y: base}, referee.plain(side.score, 8)),
    ];
  };

  const headingOf = (box, x, y) => {
    const links = box.matches.flatMap((match, index) => [" ",
      drawn("a", {href: referee.matchHref(match), "aria-label": `Game ${index + 1} of ${box.id}, ${match}`}, `game ${index + 1}`)]);
    return drawn("text", {class: "small", x: x + 2, y}, box.id, links);
  };

  const boxOf = (part, middles, index, names) => {
    const box = part.boxes[index];
    const x = leftOf(box.column);
    const top = middles[index] - kLine;
    const ways = box.sides.map(({from}, side) => (from === null ? null : wayTo(part, middles, from, index, top + (side + 0.5) * kLine)));
    const sides = box.sides.flatMap((side, at) => sideOf(side, x, top + at * kLine, names));
    return drawn("g", {class: box.paired ? "box" : "box forecast"}, ways, headingOf(box, x, top - 4), sides,
        drawn("rect", {x, y: top, width: kBox, height: 2 * kLine, rx: 4}));
  };

  const partOf = (part, names) => {
    const {middles, height} = bracketMiddles(part.boxes);
    const width = leftOf(part.columns.length) - kGap + 2;
    const title = referee.plain(part.title);
    const heads = part.columns.map((column, index) => drawn("text", {class: "head", x: leftOf(index), y: 15}, referee.plain(column, 30)));
    const svg = drawn("svg", {role: "group", "aria-label": title, width, height: height + 2, viewBox: `-1 0 ${width} ${height + 2}`},
        heads, part.boxes.map((_, index) => boxOf(part, middles, index, names)));
    const scroll = referee.scrolling(title, svg);
    scroll.classList.add("bracket");
    return element("div", {}, element("h3", {}, title), scroll);
  };

  class BracketChart {
    constructor(parent) {
      Object.assign(this, {parent, shown: null});
    }

    show(data) {
      const shown = JSON.stringify([data.bracket, data.entrants]);
      if (shown === this.shown) return;
      this.shown = shown;
      const names = new referee.EntrantNames(data);
      const scrolled = [...this.parent.querySelectorAll(".scroll")].map(({scrollLeft}) => scrollLeft);
      const focused = this.parent.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
      const winner = data.bracket.winner === null ? null : element("p", {}, "Winner: ", element("strong", {}, names.node(data.bracket.winner)));
      this.parent.replaceChildren(...[winner, ...data.bracket.parts.map((part) => partOf(part, names))].filter(Boolean));
      this.parent.querySelectorAll(".scroll").forEach((node, index) => {
        node.scrollLeft = scrolled[index] ?? 0;
      });
      if (focused) [...this.parent.querySelectorAll("a")].find((link) => link.getAttribute("href") === focused)?.focus({preventScroll: true});
    }
  }

  Object.assign(referee, {bracketMiddles, BracketChart});
})();
