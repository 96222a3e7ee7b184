// The page of an entrant, or of points: it stands without this script, which sorts and searches its tables. A button remembers in
// this browser that the entrant is one's own.
import {homeOf, mineOf} from "../shared/mine.js";
import {showSorted} from "../shared/sorted_tables.js";
import {TableSearch} from "../shared/table_search.js";

const startEntrant = (button) => {
  const mine = mineOf(homeOf(location.pathname));
  const own = Number(button.dataset.entrant);
  const show = () => {
    const isMine = mine.entrant === own;
    button.setAttribute("aria-pressed", String(isMine));
    button.textContent = isMine ? "This is my bot ✓" : "This is my bot";
    button.title = "Remembered in this browser only";
  };
  button.addEventListener("click", () => {
    mine.choose(mine.entrant === own ? null : own);
    show();
  });
  show();
  button.hidden = false;
};

if (globalThis.document?.body?.dataset.page === "entrant") {
  addEventListener("DOMContentLoaded", () => {
    const mine = document.getElementById("mine");
    if (mine) startEntrant(mine);
    showSorted(document);
    new TableSearch(document.getElementById("table-search"), document);
  });
}
