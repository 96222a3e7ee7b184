// Slides of the projector that show a part of the page: the podium, and the places that the arbiter reveals.
(() => {
  "use strict";
  const referee = (globalThis.referee ??= {});

  /// Shows the section `id` of the page, as the server has written it, whenever it is there.
  class ElementSlide {
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
      referee.drawOnce(stage, [this.kind, html], () =>
        [...this.section.querySelector(".content").children].map((node) => node.cloneNode(true)));
    }
  }

  referee.ElementSlide = ElementSlide;
})();
