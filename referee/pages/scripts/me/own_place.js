// A student's own place, with the places above and below it.
import {foreign, scrolling} from "../shared/dom.js";
import {element} from "../shared/elements.js";
import {plain} from "../shared/texts.js";

/// `places`: of me data, best first.
export const placesTable = (places) => scrolling("My place, and those around it", element("table", {class: "places"},
    element("thead", {}, element("tr", {}, element("th", {scope: "col"}, "Place"), element("th", {scope: "col", class: "name"}, "Name"), element("th", {scope: "col"}, "Result"))),
    element("tbody", {}, places.map(({rank, name, result, own}) => element("tr", {class: rank === null ? "staff" : null, "aria-current": own ? "true" : null},
        element("td", {class: "rank"}, rank === null ? "\u2191" : String(rank)),
        element("th", {scope: "row", class: "name"}, rank === null ? "better than " : "", foreign(name, 40)), element("td", {}, plain(result, 60)))))));
