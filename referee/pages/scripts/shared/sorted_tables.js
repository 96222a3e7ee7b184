// Tables whose rows a reader puts into another order: by a click on a heading, or by the button in it. A second click turns
// the order round. Without this script they stand in the order of the page.
const kLeastRows = 12;

/// Whether so many rows are sorted and searched: a reader sees fewer at a glance.
export const areMany = (count) => count >= kLeastRows;

/// The number with which a text begins, for sorting; -Infinity of a text without one.
export const numberOf = (text) => {
  const number = Number.parseFloat(text.trim().replace("−", "-"));
  return Number.isNaN(number) ? -Infinity : number;
};

/// What a cell is sorted by: its value where its text has other units, the time that it tells, or its text.
const textOf = (cell) => (cell?.dataset.value ?? (cell?.querySelector("time")?.dateTime || cell?.textContent || "")).trim();

const isNumber = (text) => /^[-+−]?\d/.test(text) && !/^\d{4}-\d\d-\d\d/.test(text);

/// How two texts of column `column` follow each other: names and times from the first, the numbers of the first column
/// from the least, all other numbers from the greatest. Cells without a value come last.
const comparison = (texts, column) => {
  const told = texts.filter((text) => text !== "");
  if (told.length === 0 || told.filter(isNumber).length * 2 <= told.length) {
    return {ascending: true, compare: (a, b) => (a === "") - (b === "") || a.localeCompare(b)};
  }
  if (column === 0) return {ascending: true, compare: (a, b) => (a === "") - (b === "") || numberOf(a) - numberOf(b)};
  return {ascending: false, compare: (a, b) => (numberOf(b) > numberOf(a)) - (numberOf(b) < numberOf(a))};
};

const chosen = new WeakMap();  // by table: {column, turned}

/// Sorts `table` by what its reader has chosen, and tells that in its headings.
const arrangeTable = (table) => {
  const order = chosen.get(table);
  const heads = [...table.tHead.rows[0].cells];
  if (!order || !heads[order.column]) return;
  const [body] = table.tBodies;
  const rows = [...body.rows].map((row) => ({row, text: textOf(row.cells[order.column])}));
  const {ascending, compare} = comparison(rows.map(({text}) => text), order.column);
  const sorted = [...rows].sort((a, b) => (order.turned ? compare(b.text, a.text) : compare(a.text, b.text)));
  if (sorted.some(({row}, index) => row !== rows[index].row)) body.append(...sorted.map(({row}) => row));
  heads.forEach((head, column) => {
    if (column === order.column) head.setAttribute("aria-sort", ascending !== order.turned ? "ascending" : "descending");
    else head.removeAttribute("aria-sort");
  });
};

/// Puts the rows into the order of `column`; of the column that they have already, the other way round.
export const sortTable = (table, column, turned = false) => {
  chosen.set(table, {column, turned});
  arrangeTable(table);
  table.dispatchEvent(new CustomEvent("sorted", {bubbles: true, detail: {column}}));
};

const onHead = (table, column) => {
  const order = chosen.get(table);
  sortTable(table, column, order?.column === column && !order.turned);
};

const isSortable = (table) => table.tHead?.rows.length === 1 && table.tBodies.length === 1 && areMany(table.tBodies[0].rows.length)
    && table.querySelector("[rowspan], [colspan]") === null;

const addButton = (table, head, column) => {
  const button = document.createElement("button");
  Object.assign(button, {type: "button", className: "sort"});
  button.setAttribute("aria-label", `Sort by ${head.textContent.trim()}`);
  head.append(button);
  if (head.classList.contains("sortable")) return;
  head.addEventListener("click", (event) => {
    const inside = event.target.closest("a, button");
    if (inside === null || inside.classList.contains("sort")) onHead(table, column);
  });
};

/// Gives the tables in `root` their buttons, and puts rows that have come into the order that was chosen before.
export const showSorted = (root) => {
  for (const table of root.querySelectorAll(".scroll > table")) {
    if (!isSortable(table)) continue;
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      if (head.textContent.trim() === "") return;
      if (head.querySelector(":scope > .sort") === null) addButton(table, head, column);
      head.classList.add("sortable");
    });
    arrangeTable(table);
  }
};
