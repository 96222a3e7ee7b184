// The entrants of a tournament by their number, and links to their matches.
import {foreign} from "../shared/dom.js";
import {sourceKind} from "../shared/source.js";
import {plain} from "../shared/texts.js";

const kLongest = 40;  // characters of a name on the page

export class EntrantNames {
  constructor(data) {
    this.entrants = data.entrants;
  }

  /// The name as plain text, for labels and drawings.
  text(entrant) {
    return plain(this.entrants[entrant]?.name ?? `entrant ${entrant}`, kLongest);
  }

  withdrawn(entrant) {
    return Boolean(this.entrants[entrant]?.withdrawn);
  }

  /// The name as an element.
  node(entrant) {
    return foreign(this.entrants[entrant]?.name ?? `entrant ${entrant}`, kLongest);
  }
}

/// The address of a match page, relative to the tournament page.
export const matchHref = (match) =>
  `matches/${encodeURIComponent(match)}${sourceKind() === "files" ? ".html" : ""}`;

/// What the list of all entrants is called.
export const standingsTitle = ({kind}) => (["ladder", "practice", "field"].includes(kind) ? "Leaderboard" : "Standings");
