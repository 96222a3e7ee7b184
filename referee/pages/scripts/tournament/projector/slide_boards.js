// The projector's slide of what is being played now.
import {arrange} from "../../shared/dom.js";
import {LiveBoard} from "../live_board.js";

/// How many boards have room side by side and below each other in a window, at most six: {columns, rows}.
export const boardGrid = (count, {width, height}) => {
  const shapes = [[1, 1], [2, 1], [3, 1], [2, 2], [3, 2], [1, 2], [1, 3], [2, 3]];
  const fits = shapes.map(([columns, rows]) => ({columns, rows, side: Math.min(width / columns, height / rows)}))
      .filter(({columns, rows, side}) => columns * rows === 1 || (side >= 200 && columns * rows <= 6));
  const enough = fits.filter(({columns, rows}) => columns * rows >= count);
  const best = (list, value) => list.reduce((one, other) => (value(other) > value(one) ? other : one));
  const {columns, rows} = enough.length > 0 ? best(enough, ({side}) => side) : best(fits, ({columns, rows, side}) => columns * rows + side / 1e6);
  return {columns, rows};
};

/// Slides of the projector have a `kind`, which is their address, the `seconds` that a page of theirs stays, and
///   pages(view): what they show now, a page each; none: nothing
///   title(view, page): the heading of a page
///   draw(stage, view, page): makes the page in the element `stage`, where that shows anything else
/// `view`: {data, boards, names, room: {width, height} of the stage, text: the least size of letters, all of it in px,
/// pinned: whether nothing else is shown, isPaused(), redraw()}.
/// `wholeSeconds`, where a slide has it, is the time that it needs whatever the address says.
export class BoardsSlide {
  constructor() {
    Object.assign(this, {kind: "boards", seconds: 15, cards: new Map()});  // cards by match
  }

  pages({data, boards, room, pinned}) {
    if (data.show && !pinned) return [];  // games are shown again in their place: whole, and so that people can follow
    const grid = boardGrid(boards.length, room);
    const most = grid.columns * grid.rows;
    return Array.from({length: Math.ceil(boards.length / most)}, (_, index) => ({grid, boards: boards.slice(index * most, (index + 1) * most)}));
  }

  title() {
    return "Being played now";
  }

  draw(stage, _, {grid, boards}) {
    stage.style.setProperty("--columns", grid.columns);
    stage.style.setProperty("--rows", grid.rows);
    this.cards = new Map(boards.map(({match}) => [match, this.cards.get(match) ?? new LiveBoard()]));
    arrange(stage, [...this.cards.values()].map(({node}) => node));
    boards.forEach((board) => this.cards.get(board.match).show(board));
  }
}
