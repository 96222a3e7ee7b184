// Where the boxes of a part of a bracket stand, and how a large part is divided into what fits.
const fromsOf = (boxes, index, shown) =>
  boxes[index].sides.map(({from}) => from).filter((from) => from !== null && shown.has(from));

/// By box: its place from the top, 0, 1, ...; undefined for boxes that are not `shown` (indices of boxes). Boxes that no
/// shown box leads to stand below each other in the order of their sides, each other box in the middle of the boxes
/// before it. `count`: how many boxes stand below each other.
export const bracketPlaces = (boxes, shown = boxes.map((_, index) => index)) => {
  const set = new Set(shown);
  const heightOf = (index) => boxes[index].sides.reduce((sum, {height}) => sum + height, 0);
  const begins = shown.filter((index) => fromsOf(boxes, index, set).length === 0);
  const whole = shown.length === boxes.length ? null : bracketPlaces(boxes).places;
  begins.sort((a, b) => (whole ? whole[a] - whole[b] : heightOf(a) - heightOf(b)) || a - b);
  const places = new Array(boxes.length);
  begins.forEach((index, place) => { places[index] = place; });
  boxes.forEach((_, index) => {
    const froms = set.has(index) ? fromsOf(boxes, index, set) : [];
    if (froms.length > 0) places[index] = froms.reduce((sum, from) => sum + places[from], 0) / froms.length;
  });
  return {places, count: begins.length};
};

/// The boxes of columns `from` to before `to` as trees: [{boxes, count}], from the top; `count`: boxes below each other.
const treesOf = (boxes, from, to) => {
  const within = boxes.map((_, index) => index).filter((index) => boxes[index].column >= from && boxes[index].column < to);
  const set = new Set(within);
  const led = new Set(within.flatMap((index) => fromsOf(boxes, index, set)));
  const below = (index) => [...fromsOf(boxes, index, set).flatMap(below), index];
  const {places} = bracketPlaces(boxes);
  return within.filter((index) => !led.has(index)).sort((a, b) => places[a] - places[b])
      .map((root) => ({boxes: below(root), count: bracketPlaces(boxes, below(root)).count}));
};

/// Puts trees together as long as they have room below each other.
const packed = (trees, rows) => {
  const pages = [];
  for (const {boxes, count} of trees) {
    const last = pages.at(-1);
    if (last && last.count + count <= rows) {
      last.boxes.push(...boxes);
      last.count += count;
    } else {
      pages.push({boxes: [...boxes], count});
    }
  }
  return pages;
};

/// A part of a bracket in pages of at most so many columns, and boxes below each other: [{from, to, boxes}], with the first
/// column, the one after the last and the indices of the boxes. The last page ends with the last column.
export const bracketPages = ({boxes, columns: titles}, {columns, rows}) => {
  const pages = [];
  for (let to = titles.length; to > 0;) {
    let from = Math.max(0, to - columns);
    while (from < to - 1 && treesOf(boxes, from, to).some(({count}) => count > rows)) ++from;
    const [first, end] = [from, to];
    pages.unshift(...packed(treesOf(boxes, first, end), rows).map(({boxes: shown}) => ({from: first, to: end, boxes: shown})));
    to = from;
  }
  return pages;
};
