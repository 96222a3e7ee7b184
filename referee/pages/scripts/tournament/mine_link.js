// On the tournament's page: the way to the entrant that the reader has called its own.
import {element} from "../shared/elements.js";
import {mineOf} from "../shared/mine.js";
import {sourceKind} from "../shared/source.js";

/// Adds it, if an entrant is chosen.
export const showMine = () => {
  const {entrant} = mineOf(location.pathname.replace(/[^/]*$/, ""));
  const controls = document.querySelector(".page-controls");
  if (entrant === null || !controls) return;
  controls.append(element("a", {id: "to-mine", href: `entrants/${entrant + 1}${sourceKind() === "files" ? ".html" : ""}`}, "My bot"));
};
