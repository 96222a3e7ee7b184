// Starts the tournament page: finds its data, and hands every change to the parts of the page that show it.
(() => {
  "use strict";
  const referee = (globalThis.referee ??= {});
  const {element, setText} = referee;

  const kShownInstances = 20;
  const kKinds = {swiss: "Swiss system", round_robin: "round robin", field: "field", double_elimination: "double elimination", ladder: "ladder", practice: "open practice"};

  /// The line under the title: "walls, Swiss system, round 3".
  const factsOf = (data) => {
    const round = data.round > 0 ? `round ${data.round}${data.planned_rounds > 0 ? ` of ${data.planned_rounds}` : ""}` : "";
    const state = {waiting: "has not begun", finished: "finished"}[data.status] ?? "";
    return [referee.plain(data.game), kKinds[data.kind] ?? referee.plain(data.kind), round, state].filter(Boolean).join(" · ");
  };

  const sandboxText = (data) => (data.sandbox ? `Sandbox: ${referee.plain(data.sandbox, 200)}` : "");

  /// What is played, where that is more than one instance.
  const instancesText = ({instances = []}) => {
    if (instances.length < 2) return "";
    const more = instances.length > kShownInstances ? ` and ${instances.length - kShownInstances} more` : "";
    return `Instances (the maps, mazes or deals that all play): ${instances.slice(0, kShownInstances).map((text) => referee.plain(text, 100)).join(", ")}${more}`;
  };

  /// What has happened since the data before, for people who do not see the page; "" if it is not worth a word.
  const newsOf = (before, data) => {
    if (!before) return "";
    const names = new referee.EntrantNames(data);
    const first = ({standings}) => standings[0]?.entrant;
    if (data.status === "finished" && before.status !== "finished") return `The tournament is finished. First: ${names.text(first(data))}`;
    if (data.round !== before.round) return `Round ${data.round} has begun`;
    if (first(data) !== first(before) && first(data) !== undefined) return `${names.text(first(data))} leads`;
    return "";
  };

  /// Seconds left by now, of what was left when the data were made.
  const secondsLeft = (data, now) => {
    if (typeof data.seconds_left !== "number") return null;
    const since = Date.parse(data.updated);
    return Number.isNaN(since) ? data.seconds_left : Math.max(0, data.seconds_left - (now - since) / 1000);
  };

  const byId = (id) => document.getElementById(id);

  class TournamentPage {
    constructor() {
      this.server = referee.sourceKind() === "server";
      this.popover = new referee.Popover();
      this.announcer = new referee.Announcer((text) => setText(byId("announcements"), text));
      this.connection = new referee.ConnectionState(byId("connection"), this.announcer);
      this.projector = new referee.Projector(byId("projector"));
      this.state = {state: this.server ? "connecting" : "static", since: null};
      Object.assign(this, {data: null, held: false, waiting: null, waitingBoards: null, parts: new Map(), chosen: null});
    }

    start() {
      this.projector.start(() => this.leaveProjector());
      globalThis.addEventListener("hashchange", () => this.showView());
      byId("to-projector").addEventListener("click", () => byId("to-projector").blur());
      byId("hold").addEventListener("click", () => this.hold(!this.held));
      byId("to-me").hidden = byId("hold").hidden = !this.server;
      setInterval(() => this.data && this.showProgress(), 15000);
      if (this.server) this.follow();
      else this.showFile();
    }

    follow() {
      const source = new referee.TournamentSource({
        onData: (data) => this.receive(data),
        onBoards: (boards) => this.receiveBoards(boards),
        onState: (state) => this.setState(state),
      });
      source.start();
      globalThis.addEventListener("online", () => source.refresh());
      // A page that nobody sees follows nothing: it would hold one of the few connections that a browser has.
      document.addEventListener("visibilitychange", () => (document.visibilityState === "visible" ? source.start() : source.stop()));
      globalThis.addEventListener("pagehide", () => source.stop());
    }

    async showFile() {
      try {
        this.receive(await referee.loadData("tournament"));
      } catch (problem) {
        byId("problem").textContent = problem.message;
        byId("problem").hidden = false;
      }
    }

    setState(state) {
      if (state !== this.state.state) this.state = {state, since: state === "lost" ? new Date().toISOString() : null};
      this.showState();
    }

    showState() {
      const state = this.held && this.state.state === "live" ? {state: "held", since: null} : this.state;
      const shown = {...state, data: this.server ? this.shownAt : this.data?.updated, status: this.data?.status, ended: this.data?.updated};
      this.connection.show(shown);
      setText(this.projector.state, state.state === "live" ? "" : referee.connectionText(shown).text);
      this.projector.state.dataset.state = state.state;
    }

    hold(held) {
      this.held = held;
      setText(byId("hold"), held ? "Resume updates" : "Pause updates");
      if (!held && this.waiting) this.receive(this.waiting);
      if (!held && this.waitingBoards) this.receiveBoards(this.waitingBoards);
      this.showState();
    }

    receive(data) {
      if (this.held) {
        this.waiting = data;
        return;
      }
      const news = newsOf(this.data, data);
      this.waiting = null;
      this.data = data;
      this.shownAt = new Date().toISOString();
      byId("tournament").hidden = false;
      this.showAll();
      this.showView();
      this.showState();
      if (news) this.announcer.tell(news);
    }

    receiveBoards(boards) {
      if (this.held) {
        this.waitingBoards = boards;
        return;
      }
      this.waitingBoards = null;
      this.boards = boards;
      this.now.showBoards(boards);
      this.showRunning();
      this.projector.showBoards(boards);
    }

    /// The part of the page in the section `id`, built when it is needed first.
    part(id, Part, ...more) {
      if (!this.parts.has(id)) this.parts.set(id, new Part(byId(id).querySelector(".content"), ...more));
      return this.parts.get(id);
    }

    get now() {
      return this.part("now", referee.LiveBoards, () => this.showRunning());
    }

    /// Shows a section with this data, or hides it.
    section(id, present, Part, ...more) {
      byId(id).hidden = !present;
      if (present) this.part(id, Part, ...more).show(this.data);
    }

    showAll() {
      const {data} = this;
      document.title = `${referee.plain(data.name)}: tournament`;
      byId("name").replaceChildren(referee.foreign(data.name, 120));
      setText(byId("facts"), factsOf(data));
      this.showProgress();
      byId("frozen").hidden = !data.frozen;
      byId("to-workers").hidden = !(this.server && data.workers);
      if (data.frozen) setText(byId("frozen"), referee.plain(data.frozen.text, 300));
      void this.now.showAgain(data, () => this.held || document.body.classList.contains("projecting"));
      this.showRunning();
      void this.showPrizeGiving();
      this.section("standings", true, referee.StandingsTable, this.popover);
      setText(byId("standings-title"), referee.standingsTitle(data));
      this.section("bracket", data.bracket, referee.BracketChart);
      this.section("chart", data.chart && data.chart.lines.length > 0, referee.PointsChart, (entrant) => this.highlight(entrant ?? this.chosen));
      setText(byId("chart-title"), data.chart?.kind === "mean" ? "Mean score by instance" : "Points by round");
      this.section("scores", data.scores, referee.ScoresTable);
      this.section("crosstable", data.crosstable && data.crosstable.rows.length > 0, referee.Crosstable);
      setText(byId("rounds-title"), data.latest ? "Latest games" : "Rounds");
      this.section("rounds", data.latest ?? data.rounds.length > 0, data.latest ? referee.LatestList : referee.RoundsList);
      this.section("clock", data.standings.some(({charge}) => charge.turns > 0), referee.ClockTable, this.popover);
      this.showNotes();
      this.showChooser();
      this.showContents();
      setText(byId("footer"), [sandboxText(data), instancesText(data)].filter(Boolean).join(" · "));
      this.projector.showData(data, [factsOf(data), this.progressText()].filter(Boolean).join(" · "));
    }

    /// The podium, or the places that are revealed: the server has written them into the page, and writes them anew.
    async showPrizeGiving() {
      const {finished, frozen, reveal} = this.data;
      const key = JSON.stringify([finished, Boolean(frozen), reveal ?? null]);
      const before = this.prizeKey ?? JSON.stringify([byId("prize-giving").firstElementChild !== null, false, null]);
      this.prizeKey = key;
      if (!this.server || key === before) return;
      const response = await fetch("./").catch(() => null);  // the page says by itself that the server is gone
      if (!response?.ok) {
        this.prizeKey = null;
        return;
      }
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      byId("prize-giving").replaceChildren(...page.getElementById("prize-giving").children);
      const section = byId("prize-giving").firstElementChild;
      if (section) this.projector.showSection(section.id);
      this.showContents();
    }

    showRunning() {
      const boards = this.now;
      if (this.data) boards.showRunning(this.data.running);
      byId("now").hidden = !boards.any;
    }

    progressText() {
      const {done, total} = this.data.matches;
      const left = secondsLeft(this.data, Date.now());
      return [total === null ? referee.countText(done, "game") : `${done} of ${referee.countText(total, "game")}`,
        left === null || this.data.status === "finished" ? "" : `about ${referee.durationText(left)} left`].filter(Boolean).join(", ");
    }

    showProgress() {
      const {done, total} = this.data.matches;
      const node = byId("progress");
      if (!node.firstChild) node.append(element("progress", {"aria-labelledby": "progress-text"}), element("span", {id: "progress-text"}));
      node.firstChild.hidden = total === null;
      node.firstChild.max = Math.max(1, total ?? 1);
      node.firstChild.value = done;
      setText(node.lastChild, this.progressText());
    }

    showNotes() {
      const {notes} = this.data;
      byId("notes").hidden = notes.length === 0;
      const shown = JSON.stringify(notes);
      if (shown === this.notes) return;
      this.notes = shown;
      byId("notes").querySelector(".content").replaceChildren(element("ul", {}, notes.map(({at, round, text}) =>
        element("li", {}, element("time", {datetime: referee.plain(at)}, referee.momentText(at)), round > 0 ? `, round ${round}: ` : ": ", referee.foreign(text, 1000)))));
    }

    /// The choice of the entrant to highlight, over the standings.
    showChooser() {
      const names = new referee.EntrantNames(this.data);
      const shown = JSON.stringify(this.data.entrants.map(({name}) => name));
      if (shown === this.choices) return;
      this.choices = shown;
      const order = this.data.entrants.map((_, entrant) => entrant).sort((a, b) => names.text(a).localeCompare(names.text(b)));
      const options = order.map((entrant) => element("option", {value: entrant}, names.text(entrant)));
      if (!this.chooser) {
        this.chooser = element("select", {id: "chooser"});
        this.chooser.addEventListener("change", () => this.choose(this.chooser.value === "" ? null : Number(this.chooser.value)));
        byId("standings-title").after(element("p", {class: "chooser"}, element("label", {for: "chooser"}, "Highlight "), this.chooser));
      }
      this.chooser.replaceChildren(element("option", {value: ""}, "nobody"), ...options);
      this.chooser.value = this.chosen ?? "";
    }

    choose(entrant) {
      this.chosen = entrant;
      this.highlight(entrant);
      const row = entrant === null ? null : byId("standings").querySelector(`tr[data-entrant="${entrant}"]`);
      row?.scrollIntoView({block: "nearest"});
      if (row) this.announcer.tell(`${new referee.EntrantNames(this.data).text(entrant)} is highlighted, rank ${row.querySelector(".number").textContent}`);
    }

    /// Marks an entrant wherever the page shows it: by a rule of style, so that later rows have it as well.
    highlight(entrant) {
      this.lit ??= document.adoptedStyleSheets[document.adoptedStyleSheets.push(new CSSStyleSheet()) - 1];
      this.lit.replaceSync(this.chosen === null ? "" : `[data-entrant="${Number(this.chosen)}"] { background: var(--lit) !important; }`);
      this.parts.get("chart")?.highlight(entrant);
    }

    showContents() {
      const shown = [...document.querySelectorAll("main > .part, #prize-giving > .part")].filter((section) => !section.hidden && section.id !== "now");
      const links = shown.map((section) => [section.id, section.querySelector("h2").textContent]);
      if (JSON.stringify(links) === this.contents) return;
      this.contents = JSON.stringify(links);
      byId("contents").replaceChildren(element("ul", {}, links.map(([id, title]) => element("li", {}, element("a", {href: `#${id}`}, title)))));
    }

    /// The whole page, or the projector's view: `?projector` or `#projector`.
    showView() {
      const large = location.hash === "#projector" || new URLSearchParams(location.search).has("projector");
      document.body.classList.toggle("projecting", large);
      byId("tournament").hidden = large || !this.data;
      byId("projector").hidden = !large;
      this.projector.draw();
    }

    leaveProjector() {
      if (new URLSearchParams(location.search).has("projector")) location.assign(location.pathname.split("/").at(-1) || "./");
      else location.hash = "";
    }
  }

  Object.assign(referee, {factsOf, newsOf, secondsLeft, TournamentPage});
  if (globalThis.document?.body?.dataset.page === "tournament") {
    document.addEventListener("DOMContentLoaded", () => {
      referee.tournamentPage = new TournamentPage();
      referee.tournamentPage.start();
    });
  }
})();
