// Slides of the projector that show a part of the page: the podium, and the places that the arbiter reveals.
import {drawOnce, textWidth} from "./slide_standings.js";

const kBold = 1.15;   // how much wider bold letters are
const kMostRows = 8;  // of a table, as prize_giving.css has it

/// Shows the section `id` of the page, as the server has written it, whenever it is there.
export class ElementSlide {
  constructor(kind, seconds) {
    Object.assign(this, {kind, seconds});
  }

  get section() {
    return document.getElementById(this.kind);
  }

  pages() {
    return this.section ? [{html: this.section.innerHTML}] : [];
  }

  title() {
    return this.section?.querySelector("h2").textContent ?? "";
  }

  draw(stage, _, {html}) {
    const widest = (selector) => Math.max(0, ...[...this.section.querySelectorAll(selector)].map((of) => kBold * textWidth(of.textContent)));
    stage.style.setProperty("--letters", 1 + widest("tbody .name, .who") + widest("tbody .points"));
    stage.style.setProperty("--rows", Math.min(kMostRows, this.section.querySelectorAll("tbody tr").length));
    drawOnce(stage, [this.kind, html], () =>
      [...this.section.querySelector(".content").children].map((node) => node.cloneNode(true)));
  }
}
