// Starts the tournament page, which is whole when it arrives: follows its changes, explains, searches, sorts and projects.
import {Announcer} from "../shared/announcer.js";
import {ConnectionState, connectionText, courseText, isPlayed} from "../shared/connection_state.js";
import {setText} from "../shared/dom.js";
import {referee} from "../shared/globals.js";
import {sourceKind} from "../shared/source.js";
import {countText, durationText, gamePlaceText, momentText, plain} from "../shared/texts.js";
import {updateElement} from "../shared/update_element.js";
import {BeginButton} from "./begin_button.js";
import {EntrantNames} from "./entrant_names.js";
import {EntrantTools} from "./entrant_tools.js";
import {LiveBoards} from "./live_boards.js";
import {copyCommand} from "./lobby.js";
import {dataOf} from "./page_text.js";
import {showMine} from "./mine_link.js";
import {Popover} from "./popover.js";
import {Projector} from "./projector/projector.js";
import {Replays} from "./replays.js";
import {TournamentSource} from "./tournament_source.js";

/// What has happened since the data before, for people who do not see the page; "" if it is not worth a word.
export const newsOf = (before, data) => {
  if (!before) return "";
  const names = new EntrantNames(data);
  const first = ({standings}) => standings.find(({staff}) => !staff)?.entrant;
  if (data.status === "finished" && before.status !== "finished") return `The tournament is finished. First: ${names.text(first(data))}`;
  if (data.round !== before.round) return `Round ${data.round} has begun`;
  if (first(data) !== first(before) && first(data) !== undefined) return `${names.text(first(data))} leads`;
  return "";
};

/// Seconds left by now, of what was left when the data were made.
export const secondsLeft = (data, now) => {
  if (typeof data.seconds_left !== "number") return null;
  const since = Date.parse(data.updated);
  return Number.isNaN(since) ? data.seconds_left : Math.max(0, data.seconds_left - (now - since) / 1000);
};

const byId = (id) => document.getElementById(id);

// What of the page the server writes anew with each change.
const kChanging = ["heading", "notice", "contents", "before", "prize-giving", "first", "others", "footer"];

class TournamentPage {
  constructor() {
    this.server = sourceKind() === "server";
    this.popover = new Popover();
    this.announcer = new Announcer((text) => setText(byId("announcements"), text));
    this.connection = new ConnectionState(byId("connection"), this.announcer);
    this.projector = new Projector(byId("projector"));
    this.now = new LiveBoards(byId("now").querySelector(".content"));
    this.replays = new Replays(byId("again"));
    this.begin = new BeginButton(byId("begin"));
    this.tools = new EntrantTools(byId("tools"), byId("sections"), (entrant) => this.choose(entrant));
    this.state = {state: this.server ? "connecting" : "static", since: null};
    Object.assign(this, {data: null, held: false, waiting: null, waitingBoards: null, chosen: null});
  }

  start() {
    this.projector.start(() => this.leaveProjector());
    globalThis.addEventListener("hashchange", () => this.showView());
    byId("to-projector").addEventListener("click", () => byId("to-projector").blur());
    byId("to-projector").hidden = false;
    byId("before").addEventListener("click", (event) => copyCommand(event.target));
    byId("hold").addEventListener("click", () => this.hold(!this.held));
    byId("to-me").hidden = !this.server;
    setInterval(() => this.showProgress(), 15000);
    this.receive({page: null, data: dataOf(document)});
    if (this.server) this.follow();
  }

  follow() {
    const source = new TournamentSource({
      version: this.data.version,
      onPage: (page) => this.receive(page),
      onBoards: (boards) => this.receiveBoards(boards),
      onState: (state) => this.setState(state),
    });
    source.start();
    globalThis.addEventListener("online", () => source.refresh());
    // A page that nobody sees holds none of the few connections that a browser has.
    document.addEventListener("visibilitychange", () => (document.visibilityState === "visible" ? source.start() : source.rest()));
    globalThis.addEventListener("pagehide", () => source.stop());
  }

  setState(state) {
    if (state !== this.state.state) this.state = {state, since: state === "lost" ? new Date().toISOString() : null};
    this.showState();
  }

  showState() {
    const state = this.held && this.state.state === "live" ? {state: "held", since: null} : this.state;
    const shown = {...state, data: this.server ? this.shownAt : this.data?.updated, course: this.data ? courseText(this.data) : "Connecting",
      played: this.data ? isPlayed(this.data) : false};
    this.connection.show(shown);
    setText(this.projector.state, state.state === "live" ? "" : connectionText(shown).text);
    this.projector.state.dataset.state = state.state;
  }

  hold(held) {
    this.held = held;
    setText(byId("hold"), held ? "Resume updates" : "Pause updates");
    if (!held && this.waiting) this.receive(this.waiting);
    if (!held && this.waitingBoards) this.receiveBoards(this.waitingBoards);
    this.showState();
  }

  /// `page`: what the server has written now; null: it is shown already.
  receive({page, data}) {
    if (this.held) {
      this.waiting = {page, data};
      return;
    }
    const news = newsOf(this.data, data);
    this.waiting = null;
    this.data = data;
    this.shownAt = new Date().toISOString();
    const prizes = byId("prize-giving").innerHTML;
    if (page) for (const id of kChanging) updateElement(byId(id), page.getElementById(id));
    this.showAll();
    this.showView();
    if (byId("prize-giving").innerHTML !== prizes) this.projector.showSection(byId("prize-giving").firstElementChild?.id ?? "");
    this.showState();
    if (news) this.announcer.tell(news);
  }

  receiveBoards(boards) {
    if (this.held) {
      this.waitingBoards = boards;
      return;
    }
    this.waitingBoards = null;
    this.boards = boards.map((board) => ({...board, place: gamePlaceText(board.match, this.data.kind)}));
    this.now.showBoards(this.boards);
    this.showRunning();
    this.projector.showBoards(this.boards);
  }

  showAll() {
    const {data} = this;
    document.title = `${plain(data.name)}: tournament`;
    this.showProgress();
    this.showTimes();
    this.begin.show(byId("lobby") !== null);
    byId("hold").hidden = !this.server || data.status === "finished";
    byId("to-lab").hidden = !(this.server && data.lab);
    byId("to-workers").hidden = !(this.server && data.workers);
    this.replays.show(data, () => this.held || document.body.classList.contains("projecting"));
    this.showRunning();
    this.tools.show(data);
    this.highlight(this.chosen);
    this.projector.showData(data, [byId("facts").textContent, data.status === "finished" ? "" : this.progressText()].filter(Boolean).join(" · "));
  }

  showRunning() {
    this.now.showRunning(this.data.running);
    byId("now").hidden = !this.now.any;
  }

  /// Times by the reader's clock in place of UTC.
  showTimes() {
    for (const time of document.querySelectorAll("#tournament time[datetime]")) setText(time, momentText(time.dateTime));
  }

  progressText() {
    const {done, total} = this.data.matches;
    const left = secondsLeft(this.data, Date.now());
    return [total === null ? countText(done, "game") : `${done} of ${countText(total, "game")}`,
      left === null || this.data.status === "finished" ? "" : `${durationText(left)} left`].filter(Boolean).join(", ");
  }

  showProgress() {
    setText(byId("progress-text"), this.progressText());
  }

  choose(entrant) {
    this.chosen = entrant;
    this.highlight(entrant);
    const row = entrant === null ? null : byId("sections").querySelector(`.standings tr[data-entrant="${entrant}"]`);
    row?.scrollIntoView({block: "nearest"});
    if (row) this.announcer.tell(`${new EntrantNames(this.data).text(entrant)} is highlighted, rank ${row.querySelector(".number").textContent}`);
  }

  /// Marks an entrant wherever the page shows it: by a rule of style, so that later rows have it as well.
  highlight(entrant) {
    this.lit ??= document.adoptedStyleSheets[document.adoptedStyleSheets.push(new CSSStyleSheet()) - 1];
    const of = `[data-entrant="${Number(entrant)}"]`;
    this.lit.replaceSync(entrant === null ? "" : `${of} { background: var(--lit) !important; }
      .chart:has(${of}) path.line:not(${of}) { opacity: 0.35; } path.line${of} { stroke-width: 4 !important; stroke: var(--ink) !important; stroke-opacity: 1 !important; }`);
  }

  /// The whole page, or the projector's view: `?projector` or `#projector`.
  showView() {
    const large = location.hash === "#projector" || new URLSearchParams(location.search).has("projector");
    document.body.classList.toggle("projecting", large);
    byId("tournament").hidden = large;
    byId("projector").hidden = !large;
    this.projector.draw();
  }

  leaveProjector() {
    if (new URLSearchParams(location.search).has("projector")) location.assign(location.pathname.split("/").at(-1) || "./");
    else location.hash = "";
  }
}

if (globalThis.document?.body?.dataset.page === "tournament") {
  document.addEventListener("DOMContentLoaded", () => {
    showMine();
    referee.tournamentPage = new TournamentPage();
    referee.tournamentPage.start();
  });
}
