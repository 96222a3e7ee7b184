// The rounds with their tables, and links to their matches. The tables of a round are built when it is opened.
(() => {
  "use strict";
  const referee = (globalThis.referee ??= {});
  const {element} = referee;

  /// Whether the result of a table is known. An entrant that plays an instance alone gets no points there.
  const isOver = ({points, instance, matches}) => points !== null
    || (instance !== null && matches.length > 0 && matches.every(({status}) => status === "done" || status === "struck"));

  /// How far a round is: "over", "3 of 8 tables over", "results hidden".
  const roundState = (round) => {
    if (round.hidden) return "results hidden";
    const over = round.tables.filter(isOver).length;
    return over === round.tables.length ? "over" : `${over} of ${referee.countText(round.tables.length, "table")} over`;
  };

  const scoreText = (score) => String(Number.isInteger(score) ? score : Number(score.toFixed(3))).replace("-", "−");

  /// The scores of a match in the order of its entrants: "9 : 7"; what else is to say of it where it has none.
  const matchText = (match) => {
    if (match.scores) {
      const absent = (index) => (match.no_show?.[index] ? ` (absent${match.why_absent?.[index] ? `: ${match.why_absent[index]}` : ""})` : "");
      const scores = match.scores.map((score, index) => scoreText(score) + absent(index)).join(" : ");
      return match.status === "struck" ? `${scores} (cancelled by the arbiter)` : match.status === "running" ? `${scores}, live` : scores;
    }
    return {running: "live", void: "does not count, played again", struck: "cancelled by the arbiter"}[match.status] ?? "over";
  };

  /// The names of the house bots that play a match.
  const housesOf = ({houses = 0}) => Array.from({length: houses}, (_, index) => (index === 0 ? "house" : `house-${index + 1}`));

  /// A match as a link, or as text where its page may not be seen.
  const matchNode = (match, names, text = matchText(match)) => {
    const label = `${text}: game ${match.game_no} of ${match.match}, ${[...match.entrants.map((entrant) => names.text(entrant)), ...housesOf(match)].join(" against ")}, ${matchText(match)}`;
    return match.shown ? element("a", {href: referee.matchHref(match.match), "aria-label": label, "data-status": match.status}, text)
                       : element("span", {"data-status": match.status}, text);
  };

  /// Why matches of these may not be seen, each reason once.
  const reasonsOf = (matches) => [...new Set(matches.filter(({shown, why_not: why}) => !shown && why).map(({why_not: why}) => why))];

  class RoundsList {
    constructor(parent) {
      this.parent = parent;
      this.rounds = new Map();  // by number
      this.list = new referee.KeyedList(parent, {
        key: ({round}) => round,
        create: (round) => this.createRound(round),
        update: (node, round) => this.updateRound(round),
      });
      this.newest = 0;
    }

    show(data) {
      this.names = new referee.EntrantNames(data);
      this.list.show([...data.rounds].reverse());
      const newest = data.rounds.at(-1)?.round ?? 0;
      if (newest !== this.newest) {
        this.close(this.newest);
        this.rounds.get(newest).details.node.open = true;
        this.newest = newest;
      }
    }

    /// Closes the round that was the newest, unless its reader is in it.
    close(number) {
      const node = this.rounds.get(number)?.details.node;
      if (node && !node.contains(document.activeElement)) node.open = false;
    }

    createRound(round) {
      const state = element("span", {class: "round-state"});
      const summary = element("span", {}, `Round ${round.round} `, state);
      const kept = {state, shown: null, tables: null};
      kept.details = referee.disclosure(summary, (content) => this.fill(content, kept));
      this.rounds.set(round.round, kept);
      return kept.details.node;
    }

    updateRound(round) {
      const kept = this.rounds.get(round.round);
      const shown = JSON.stringify(round);
      if (kept.shown === shown) return;
      Object.assign(kept, {shown, round});
      referee.setText(kept.state, roundState(round));
      kept.details.changed();
    }

    fill(content, kept) {
      if (!kept.tables) {
        kept.reasons = element("ul", {class: "reasons"});
        const list = element("ol", {class: "tables"});
        content.replaceChildren(kept.reasons, list);
        kept.tables = new referee.KeyedList(list, {
          key: ({table}) => table,
          create: () => element("li", {class: "table"}),
          update: (node, table) => this.updateTable(node, table, kept.round),
        });
      }
      const reasons = reasonsOf(kept.round.tables.flatMap(({matches}) => matches));
      kept.reasons.replaceChildren(...reasons.map((reason) => element("li", {}, referee.plain(reason, 300))));
      kept.reasons.hidden = reasons.length === 0;
      kept.tables.show(kept.round.tables);
    }

    updateTable(node, table, round) {
      const shown = JSON.stringify(table);
      if (node.shown === shown) return;
      node.shown = shown;
      const focused = node.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
      const most = Math.max(...(table.points ?? []).map(Number));
      const what = [table.instance === null ? "" : `instance ${table.instance}`, table.kind].filter(Boolean).map((text) => referee.plain(text)).join(", ");
      const lines = table.entrants.map((entrant, index) => {
        const won = table.points && table.entrants.length > 1 && Number(table.points[index]) === most;
        return element("li", {"data-entrant": entrant, class: won ? "won" : null}, this.names.node(entrant), " ",
            element("span", {class: "points"}, table.points?.[index] ?? ""));
      });
      const alone = table.entrants.length === 1 && table.points !== null;  // the score stands beside the name already
      const matches = table.matches.filter((match) => !alone || match.shown)
          .map((match) => element("li", {}, matchNode(match, this.names, alone ? "game" : matchText(match))));
      node.replaceChildren(
          element("h3", {}, `Table ${table.table}`, what ? element("small", {}, what) : null),
          element("ul", {class: "entrants"}, lines),
          ...(matches.length > 0 ? [element("ul", {class: "games", "aria-label": `Games of table ${table.table}, round ${round.round}`}, matches)] : []));
      if (focused) [...node.querySelectorAll("a")].find((link) => link.getAttribute("href") === focused)?.focus({preventScroll: true});
    }
  }

  /// The newest matches of a practice, which has no rounds.
  class LatestList {
    constructor(parent) {
      this.parent = parent;
      this.node = element("ol", {class: "tables"});
      parent.replaceChildren(this.node);
      this.list = new referee.KeyedList(this.node, {
        key: ({match}) => match,
        create: () => element("li", {class: "table"}),
        update: (node, match) => {
          const shown = JSON.stringify(match);
          if (node.shown === shown) return;
          node.shown = shown;
          node.replaceChildren(element("h3", {}, referee.plain(match.match)),
              element("ul", {class: "entrants"}, [
                ...match.entrants.map((entrant) => element("li", {"data-entrant": entrant}, this.names.node(entrant))),
                ...housesOf(match).map((name) => element("li", {}, name))]),
              element("ul", {class: "games"}, element("li", {}, matchNode(match, this.names))));
        },
      });
    }

    show(data) {
      this.names = new referee.EntrantNames(data);
      this.list.show(data.latest);
    }
  }

  Object.assign(referee, {roundState, matchText, matchNode, reasonsOf, RoundsList, LatestList});
})();
