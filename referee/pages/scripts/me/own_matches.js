// A student's own games: result, verdicts, faults with their reasons, thinking times, and ways to watch and download.
import {disclosure, foreign, KeyedList, scrolling, setText} from "../shared/dom.js";
import {element} from "../shared/elements.js";
import {areMany, showSorted} from "../shared/sorted_tables.js";
import {matchesSearch} from "../shared/table_search.js";
import {plain, verdictText} from "../shared/texts.js";
import {chargeChart} from "./charge_chart.js";

const numberText = (value) => String(Number(value.toFixed(2))).replace("-", "−");

/// How the match ended for the seat: "won", "drawn", "lost"; "" where that is not known, or nobody else played.
export const resultOf = ({scores, seat, status}) => {
  if (!scores || status !== "done" || scores.length < 2) return "";
  const others = scores.filter((_, index) => index !== seat);
  const best = Math.max(...others);
  return scores[seat] > best ? "won" : scores[seat] === best ? "drawn" : "lost";
};

/// Verdicts as chips would show them, the good one first: [{verdict, count, good}].
export const verdictsOf = ({verdicts}) => Object.entries(verdicts ?? {})
    .map(([verdict, count]) => ({verdict, count, good: verdict === "ok"}))
    .sort((a, b) => Number(b.good) - Number(a.good) || b.count - a.count);

const placeText = ({match, place}) => plain(place ?? match);

/// How to watch the match: on its page ("page"), in this page ("here"), or not ("no").
export const watchWay = ({shown, why_not: why, status}) => (status === "void" || !shown ? "no" : why === null ? "page" : "here");

const faultsOf = ({verdicts}) => verdictsOf({verdicts}).reduce((sum, {count, good}) => (good ? sum : sum + count), 0);

// The orders of the list; matches come with the newest first.
const kOrders = {
  newest: {text: "newest first", compare: () => 0},
  oldest: {text: "oldest first", compare: (a, b) => b.index - a.index},
  faults: {text: "most faults", compare: (a, b) => faultsOf(b.match) - faultsOf(a.match)},
  slowest: {text: "slowest turn", compare: (a, b) => (b.match.charges?.worst_us ?? 0) - (a.match.charges?.worst_us ?? 0)},
};

/// The matches in the order `order`, a key of kOrders.
export const inOrder = (matches, order) => matches.map((match, index) => ({match, index})).sort(kOrders[order].compare).map(({match}) => match);

/// What a search in the list reads.
const searchedText = (match) => [placeText(match), ...match.players, resultOf(match), ...Object.keys(match.verdicts ?? {}).map(verdictText)].join(" ");

export class OwnMatches {
  /// `onWatch(match)` and `onRecord(match)`: the reader wants to watch it here, or to have its record.
  constructor(parent, {onWatch, onRecord}) {
    Object.assign(this, {onWatch, onRecord, matches: []});
    this.only = element("input", {type: "checkbox", id: "only-faults"});
    this.only.addEventListener("change", () => this.draw());
    this.search = element("input", {type: "search", id: "search", autocomplete: "off"});
    this.search.addEventListener("input", () => this.draw());
    this.order = element("select", {id: "order"}, Object.entries(kOrders).map(([value, {text}]) => element("option", {value}, text)));
    this.order.addEventListener("change", () => this.draw());
    const tool = (id, label, control) => element("span", {class: "tool"}, element("label", {for: id}, label), control);
    this.empty = element("p", {class: "note"});
    this.kept = new Map();
    const list = element("ol", {class: "own"});
    this.finders = [tool("search", "Search ", this.search), tool("order", "Sort by ", this.order)];
    parent.replaceChildren(element("div", {class: "chooser tools"}, this.finders,
        element("span", {}, this.only, element("label", {for: "only-faults"}, " Only games with faults"))), this.empty, list);
    this.list = new KeyedList(list, {
      key: ({match, attempt}) => `${match} ${attempt}`,
      create: (match) => this.create(match),
      update: (node, match) => this.update(match),
    });
  }

  show(matches) {
    this.matches = [...matches].reverse();
    for (const tool of this.finders) tool.hidden = !areMany(matches.length);
    this.draw();
  }

  draw() {
    const search = this.search.value.trim();
    const shown = inOrder(this.matches, this.order.value).filter((match) =>
      (!this.only.checked || match.faults.length > 0) && (search === "" || matchesSearch(searchedText(match), search)));
    this.list.show(shown);
    setText(this.empty, this.matches.length === 0 ? "You have not played yet." : shown.length > 0 ? ""
      : search !== "" ? "No game has these words." : "Your bot has made no faults.");
  }

  create(match) {
    const kept = {shown: null, match};
    kept.summary = element("span", {class: "own-line"});
    kept.details = disclosure(kept.summary, (content) => {
      content.replaceChildren(...this.contentOf(kept.match));
      showSorted(content);
    }, {class: "more own-match"});
    this.kept.set(`${match.match} ${match.attempt}`, kept);
    return element("li", {}, kept.details.node);
  }

  update(match) {
    const kept = this.kept.get(`${match.match} ${match.attempt}`);
    const shown = JSON.stringify(match);
    if (kept.shown === shown) return;
    Object.assign(kept, {shown, match});
    kept.summary.replaceChildren(...this.summaryOf(match));
    const focused = kept.details.content.contains(document.activeElement) ? document.activeElement.dataset.does : null;
    kept.details.changed();
    if (focused) kept.details.content.querySelector(`[data-does="${focused}"]`)?.focus({preventScroll: true});
  }

  summaryOf(match) {
    const result = match.status === "done" ? resultOf(match) : {running: "being played", void: "does not count", struck: "cancelled by the arbiter"}[match.status] ?? match.status;
    const players = match.players.flatMap((name, seat) => [seat > 0 ? " – " : "", seat === match.seat ? element("strong", {}, foreign(name, 40)) : foreign(name, 40)]);
    return [
      element("span", {class: "own-place"}, placeText(match)),
      element("span", {class: "own-players"}, players),
      element("span", {class: "own-score"}, match.deciding?.text ?? (match.scores ?? []).map(numberText).join(" : ")),
      element("span", {class: "own-result", "data-result": result}, result),
      element("span", {class: "chips"}, verdictsOf(match).map(({verdict, count, good}) =>
        element("span", {class: good ? "chip" : "chip fault"}, `${verdictText(verdict)} ${count}`))),
    ];
  }

  contentOf(match) {
    return [this.actionsOf(match), this.faultsOf(match), element("h3", {}, "Thinking time"), chargeChart(match.charges)].filter(Boolean);
  }

  actionsOf(match) {
    const button = (does, text, act) => {
      const node = element("button", {type: "button", "data-does": does}, text);
      node.addEventListener("click", act);
      return node;
    };
    const way = watchWay(match);
    const watch = way === "page" ? element("a", {class: "main-button", href: `matches/${encodeURIComponent(match.match)}`, "data-does": "watch"}, "Watch the game")
                : way === "here" ? button("watch", match.own_view ? "Watch as my bot saw it" : "Watch the game", () => this.onWatch(match)) : null;
    const record = match.shown && match.status !== "void" ? button("record", "Download the record", () => this.onRecord(match)) : null;
    const why = way === "no" && match.why_not ? element("span", {class: "note"}, plain(match.why_not, 300)) : null;
    return watch || record || why ? element("p", {class: "actions"}, watch, record, why) : null;
  }

  faultsOf(match) {
    if (match.faults.length === 0) return null;
    const all = Object.entries(match.verdicts).reduce((sum, [verdict, count]) => (verdict === "ok" ? sum : sum + count), 0);
    const turnOf = ({turn}) => (watchWay(match) === "page"
      ? element("a", {href: `matches/${encodeURIComponent(match.match)}#t=${turn}`}, `turn ${turn}`) : `turn ${turn}`);
    const rows = match.faults.map((fault) => element("tr", {}, element("th", {scope: "row"}, turnOf(fault)),
        element("td", {class: "fault"}, verdictText(fault.verdict)), element("td", {class: "reason"}, foreign(fault.text, 400))));
    const more = all > match.faults.length ? `These are the first ${match.faults.length} of ${all} faults.` : "";
    return element("div", {}, element("h3", {}, "Faults"), more ? element("p", {class: "note"}, more) : null,
        scrolling("Faults", element("table", {class: "faults"},
            element("thead", {}, element("tr", {}, ["Turn", "Verdict", "Reason"].map((title) => element("th", {scope: "col"}, title)))), element("tbody", {}, rows))));
  }
}
