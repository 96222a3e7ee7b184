// A search in the tables of a page: rows that lack one of its words are hidden. The field is in the page already, and appears
// with this script where the tables have so many rows that somebody may look for one.
import {areMany} from "./sorted_tables.js";

/// Whether a text has all words of the search, whatever their case.
export const matchesSearch = (text, search) => {
  const all = text.toLowerCase();
  return search.toLowerCase().split(/\s+/).every((word) => all.includes(word));
};

export class TableSearch {
  /// `place`: the element with the field, as html::search_field() writes it. `root` holds the tables.
  constructor(place, root) {
    Object.assign(this, {place, root, field: place.querySelector("input"), found: place.querySelector("[role=status]")});
    this.field.addEventListener("input", () => this.show());
    this.show();
  }

  /// Hides the rows that the search does not find; to be called again when the tables have changed.
  show() {
    const search = this.field.value.trim();
    const tables = [...this.root.querySelectorAll(".scroll > table > tbody")];
    const rows = tables.flatMap((table) => [...table.rows]);
    for (const row of rows) row.hidden = search !== "" && !matchesSearch(row.textContent, search);
    const found = rows.filter(({hidden}) => !hidden).length;
    const words = search === "" ? "" : `${found} ${found === 1 ? "row" : "rows"}`;
    if (this.found.textContent !== words) this.found.textContent = words;
    this.place.hidden = !tables.some((table) => areMany(table.rows.length)) && search === "";
  }
}
