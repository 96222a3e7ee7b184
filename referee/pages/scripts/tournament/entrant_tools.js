// The controls over the tables of entrants: search, order, and the entrant that is highlighted everywhere.
import {setText} from "../shared/dom.js";
import {element} from "../shared/elements.js";
import {areMany, showSorted, sortTable} from "../shared/sorted_tables.js";
import {matchesSearch} from "../shared/table_search.js";
import {countText} from "../shared/texts.js";
import {EntrantNames} from "./entrant_names.js";

const named = (id, label, control) => element("span", {class: "tool"}, element("label", {for: id}, label), control);

export class EntrantTools {
  /// `sections`: the element that holds the tables. `onHighlight(entrant)`: the reader chooses an entrant, or null.
  constructor(parent, sections, onHighlight) {
    Object.assign(this, {parent, sections, onHighlight});
    this.search = element("input", {type: "search", id: "search", autocomplete: "off"});
    this.order = element("select", {id: "order"});
    this.chooser = element("select", {id: "chooser"});
    this.found = element("span", {class: "note", role: "status"});
    parent.replaceChildren(named("search", "Search ", this.search), named("order", "Sort by ", this.order),
        named("chooser", "Highlight ", this.chooser), this.found);
    this.search.addEventListener("input", () => this.filter());
    this.order.addEventListener("change", () => this.sort());
    sections.addEventListener("sorted", ({target, detail}) => {
      if (target.classList.contains("standings")) this.order.value = detail.column;
    });
    this.chooser.addEventListener("change", () => onHighlight(this.chooser.value === "" ? null : Number(this.chooser.value)));
  }

  get rows() {
    return [...this.sections.querySelectorAll(".standings tbody tr")];
  }

  /// The page has been made again: its rows are all shown, in the order of their ranks.
  show(data) {
    this.parent.hidden = !areMany(this.rows.length);
    this.listColumns();
    this.listEntrants(data);
    showSorted(this.sections);
    this.filter();
  }

  listColumns() {
    const titles = [...this.sections.querySelectorAll(".standings thead th")].map((head) => head.textContent);
    if (JSON.stringify(titles) === this.titles) return;
    this.titles = JSON.stringify(titles);
    const chosen = this.order.value || "0";
    this.order.replaceChildren(...titles.map((title, index) => element("option", {value: index}, title.toLowerCase() === "rank" ? "rank" : title)));
    this.order.value = titles[Number(chosen)] ? chosen : "0";
  }

  listEntrants(data) {
    const names = new EntrantNames(data);
    const shown = JSON.stringify(data.entrants.map(({name}) => name));
    if (shown === this.entrants) return;
    this.entrants = shown;
    const order = data.entrants.map((_, entrant) => entrant).sort((a, b) => names.text(a).localeCompare(names.text(b)));
    const chosen = this.chooser.value;
    this.chooser.replaceChildren(element("option", {value: ""}, "nobody"), ...order.map((entrant) => element("option", {value: entrant}, names.text(entrant))));
    this.chooser.value = chosen;
  }

  sort() {
    const [row] = this.rows;
    if (row) sortTable(row.closest("table"), Number(this.order.value));
  }

  /// Hides the entrants that the search does not find, in all tables.
  filter() {
    const search = this.search.value.trim();
    let found = 0;
    for (const row of this.sections.querySelectorAll("tr[data-entrant]")) {
      const name = row.querySelector("th.name")?.textContent ?? "";
      row.hidden = search !== "" && !matchesSearch(name, search);
      if (!row.hidden && row.closest(".standings")) ++found;
    }
    setText(this.found, search === "" ? "" : countText(found, "entrant"));
  }
}
