// What stands around a match: the pages of its players, the other games of its encounter, its round.
import {brief, element, nameElement} from "../shared/elements.js";

const kStates = {running: "live", done: "over", void: "does not count", struck: "cancelled"};

const endOf = ({status, winner, draw}) => {
  if (winner !== null) return `${brief(winner, 24)} won`;
  return draw ? "draw" : kStates[status];
};

const linkOf = (game, here) => {
  const text = [`Game ${game.game_no}`, element("span", {class: "game-end"}, ` ${endOf(game)}`)];
  if (game.match === here) return element("a", {"aria-current": "page", href: game.href}, text);
  return game.href ? element("a", {href: game.href}, text) : element("span", {}, text);
};

/// The line of links under the head of a page.
export class MatchContext {
  constructor() {
    this.element = element("nav", {class: "match-context", "aria-label": "Around this game", hidden: true});
  }

  /// `context`: schema/match_context.schema.json; null: nothing is known. `data`: of the match that is shown.
  show(context, data) {
    const parts = context === null ? [] : [...this.around(context, data), ...this.games(context, data)];
    this.element.replaceChildren(...parts);
    this.element.hidden = parts.length === 0;
  }

  around({standings, round, entrants}, data) {
    const link = (href, ...children) => (href ? [element("a", {href}, ...children)] : []);
    return [
      ...link(standings, "Standings"), ...link(round, data.round ? `Round ${data.round}` : "All games"),
      ...(entrants ?? []).flatMap((href, seat) => link(href, nameElement(data.players[seat]))),
    ];
  }

  games({games}, data) {
    if (games.length < 2) return [];
    return [element("ul", {class: "other-games", "aria-label": "Games of this match"},
        games.map((game) => element("li", {}, linkOf(game, data.match))))];
  }
}
