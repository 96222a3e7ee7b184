// The own mark, as `referee grade --marks` has found it.
import {element} from "../shared/elements.js";
import {foreign, scrolling} from "../shared/dom.js";
import {countText, plain} from "../shared/texts.js";

const number = (value) => String(Math.round(value * 1000) / 1000);

const row = ({opponent, mean, low, high, games, asked}) => element("tr", {},
    element("th", {scope: "row", class: "name"}, opponent === null ? "mean score" : foreign(opponent, 60)),
    element("td", {}, `${number(mean)} (${number(low)} to ${number(high)})`), element("td", {}, String(games)),
    element("td", {class: "text"}, plain(asked, 200)));

/// "A: 20 of 20 points, undecided between A and B"
export const markText = ({mark, points, max_points, undecided, possible}) => `${plain(mark, 20)}: ${number(points)} of ${countText(max_points, "point")}${
  undecided ? `, undecided between ${possible.map((one) => plain(one, 20)).join(" and ")}` : ""}`;

// The referee has drawn it; a parsed document runs no script, and this page allows just its own.
const curveOf = (svg) => new DOMParser().parseFromString(svg, "text/html").querySelector("svg");

/// `mark`: of me data. The own curve, what was seen against each opponent, and what is promised.
export const markParts = (mark) => [
  element("p", {class: "own-mark"}, markText(mark)),
  element("figure", {class: "own-curve"}, curveOf(mark.curve), element("figcaption", {class: "note"}, plain(mark.curve_note, 400))),
  scrolling("What my mark was made of", element("table", {class: "mark"},
      element("thead", {}, element("tr", {}, element("th", {scope: "col", class: "name"}, "Against"), element("th", {scope: "col"}, "Mean (interval)"),
          element("th", {scope: "col"}, "Games"), element("th", {scope: "col", class: "text"}, "Bands"))),
      element("tbody", {}, mark.against.map(row)))),
  element("p", {class: "note"}, plain(mark.promise, 1000)),
  ...(mark.seeds ? [element("p", {class: "note"}, `The seeds of all games follow from seed ${mark.seeds.seed} and salt ${plain(mark.seeds.salt, 64)}. SHA-256, told before play: ${
    plain(mark.seeds.commitment, 64)}`)] : [])];
