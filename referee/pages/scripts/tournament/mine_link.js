// On the tournament's page: the way to the entrant that the reader has called its own.
(() => {
"use strict";
const referee = (globalThis.referee ??= {});

const showMine = () => {
  const {entrant} = referee.mineOf(location.pathname.replace(/[^/]*$/, ""));
  const controls = document.querySelector(".page-controls");
  if (entrant === null || !controls) return;
  controls.append(referee.element("a", {id: "to-mine", href: `entrants/${entrant + 1}${referee.sourceKind() === "files" ? ".html" : ""}`}, "My bot"));
};

if (globalThis.document?.body?.dataset.page === "tournament") addEventListener("DOMContentLoaded", showMine);
})();
