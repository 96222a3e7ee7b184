// The entrants of a tournament by their number, and links to their matches.
(() => {
"use strict";
const referee = (globalThis.referee ??= {});

const kLongest = 40;  // characters of a name on the page

class EntrantNames {
  constructor(data) {
    this.entrants = data.entrants;
  }

  /// The name as plain text, for labels and drawings.
  text(entrant) {
    return referee.plain(this.entrants[entrant]?.name ?? `entrant ${entrant}`, kLongest);
  }

  withdrawn(entrant) {
    return Boolean(this.entrants[entrant]?.withdrawn);
  }

  /// The name as an element.
  node(entrant) {
    return referee.foreign(this.entrants[entrant]?.name ?? `entrant ${entrant}`, kLongest);
  }
}

/// The address of a match page, relative to the tournament page.
const matchHref = (match) =>
  `matches/${encodeURIComponent(match)}${referee.sourceKind() === "files" ? ".html" : ""}`;

/// What the list of all entrants is called.
const standingsTitle = ({kind}) => (["ladder", "practice", "field"].includes(kind) ? "Leaderboard" : "Standings");

Object.assign(referee, {EntrantNames, matchHref, standingsTitle});
})();
