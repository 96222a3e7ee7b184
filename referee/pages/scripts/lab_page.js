// The lab: a bot is written and plays in this browser.
(() => {
  "use strict";
  const referee = (globalThis.referee ??= {});
  const {element, setText} = referee;

  const kGames = {walls: "Walls", battleship: "Battleship", lightcycle: "Light Cycle", planets: "Planets", snake: "Snake Labyrinth", superball: "Superball"};
  const kOpponents = {random_bot: "random_bot (by chance)"};
  const kMostShown = 200 * 1024;  // characters of what a bot printed
  const kKeepAfter = 500;         // ms after the last key

  const byId = (id) => document.getElementById(id);

  /// The editor of editor.js, or a plain field where the page has none.
  const editorIn = (place, terms) => {
    if (referee.createEditor) return referee.createEditor(place, terms);
    const area = element("textarea", {"aria-label": terms.label, spellcheck: "false", on: {input: terms.onChange}});
    place.append(area);
    return {get text() { return area.value; }, set text(text) { area.value = text; }, setLanguage() {}, markLine() {}, focus: () => area.focus()};
  };

  /// Has the browser save a file.
  const saveFile = (name, text) => {
    const url = URL.createObjectURL(new Blob([text], {type: "text/plain"}));
    const link = element("a", {href: url, download: name});
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 60000);
  };

  const whole = (text) => (text.trim() === "" ? null : Number(text));

  /// What a clock allows, in words.
  const clockText = (clock) => {
    const times = [["ms", (ms) => `${ms} ms a turn`], ["increment_ms", (ms) => `${ms} ms a turn on average`], ["bank_ms", (ms) => `${ms} ms for the whole game`]];
    const said = times.filter(([key]) => clock[key] > 0).map(([key, text]) => text(clock[key]));
    return said.length > 0 ? `The clock of this game: ${said.join(", ")}.` : "";
  };

  class LabPage {
    constructor() {
      this.announcer = new referee.Announcer((text) => setText(byId("announcements"), text));
      Object.assign(this, {rules: null, viewer: null, shown: null, printed: "", keeping: null, games: []});
    }

    start() {
      this.editor = editorIn(byId("editor"), {label: "The text of your bot", onChange: () => this.keepSoon()});
      byId("game").append(...Object.entries(kGames).map(([value, text]) => element("option", {value}, text)));
      if (kGames[document.body.dataset.game]) byId("game").value = document.body.dataset.game;
      this.listen();
      byId("submission").hidden = document.body.dataset.handIn === "";
      byId("token").value = this.canSubmit() ? referee.keptToken.read() ?? "" : "";
      this.chooseGame();
    }

    canSubmit() {
      return document.body.dataset.handIn !== "";
    }

    listen() {
      byId("game").addEventListener("change", () => this.chooseGame());
      byId("terms").addEventListener("submit", (event) => {
        event.preventDefault();
        this.guarded(() => this.play(Number(event.submitter?.value ?? 1)));
      });
      byId("stop").addEventListener("click", () => this.stop());
      byId("restart").addEventListener("click", () => {
        this.editor.text = referee.starterOf(this.game);
        this.editor.focus();
      });
      byId("open").addEventListener("click", () => byId("file").click());
      byId("file").addEventListener("change", () => this.guarded(() => this.open(byId("file").files[0])));
      byId("download").addEventListener("click", () => this.download());
      byId("step").addEventListener("click", () => this.goOn("step"));
      byId("go-on").addEventListener("click", () => this.goOn("on"));
      byId("save-record").addEventListener("click", () => saveFile(`${this.shown.order.match}.jsonl`, this.shown.over.record));
      byId("ask").addEventListener("submit", (event) => {
        event.preventDefault();
        this.guarded(() => this.handIn());
      });
    }

    get game() {
      return byId("game").value;
    }

    chooseGame() {
      this.keep();
      this.openGame = this.game;
      this.editor.text = referee.keptBots.read(this.game) ?? referee.starterOf(this.game);
      byId("options").value = "";
      this.guarded(() => this.showTerms());
    }

    /// What the game is under its options: read before each series, because a wrong option is told then.
    async showTerms() {
      this.rules ??= await referee.RulesWorker.start();
      const typed = byId("options").value.trim();
      let options = {};
      try {
        options = typed === "" ? {} : JSON.parse(typed);
      } catch (wrong) {
        throw new Error(`Options: expected JSON, as {"n": 5}: ${wrong.message}`);
      }
      const terms = await this.rules.request({about: {game: this.game, options}}, "terms");
      setText(byId("options-about"), `All of them: ${JSON.stringify(terms.options)}`);
      setText(byId("clock"), `${clockText(terms.clock)} Times here are those of this browser and this machine. In the tournament the referee's own clock counts.`);
      byId("opponent").replaceChildren(...(terms.seats === 1 ? [element("option", {value: ""}, "none: you play alone")]
          : [...Object.entries(kOpponents), ["", "your bot itself"]].map(([value, text]) => element("option", {value}, text))));
      byId("opponent").value = [...byId("opponent").options].some(({value}) => value === this.opponent) ? this.opponent : byId("opponent").options[0].value;
      return {options, seats: terms.seats};
    }

    keepSoon() {
      clearTimeout(this.keeping);
      this.keeping = setTimeout(() => this.keep(), kKeepAfter);
    }

    /// The text in this browser's storage, so that a closed page loses nothing.
    keep() {
      clearTimeout(this.keeping);
      if (this.openGame === undefined || this.editor.text === referee.starterOf(this.openGame)) return;
      setText(byId("kept"), referee.keptBots.write(this.openGame, this.editor.text) ? "Kept in this browser." : "This browser keeps nothing of this page: download the bot before you close it.");
    }

    async guarded(act) {
      try {
        this.tell("");
        await act();
      } catch (problem) {
        if (problem.stopped) return;
        this.tell(problem.message);
      }
    }

    tell(problem) {
      setText(byId("problem"), referee.plain(problem, 500));
      byId("problem").hidden = problem === "";
    }

    // --- games

    async play(count) {
      this.opponent = byId("opponent").value;
      this.keep();
      this.editor.markLine(null);
      const text = this.editor.text;
      const {options, seats} = await this.showTerms();
      const bots = {random_bot: () => referee.workerBot("random_bot", referee.rulesFiles.samples.random_bot)};
      const own = referee.workerBot("", text);
      this.forget();
      this.setPlaying(count);
      const series = new referee.LabSeries(this.rules, {game: this.game, seats, options, own, seed: whole(byId("seed").value) ?? referee.newSeed(),
        opponent: (seat) => (this.opponent === "" ? {...own, name: `my_bot-${seat + 1}`} : {...bots[this.opponent](), name: seats > 2 ? `${this.opponent}-${seat + 1}` : this.opponent}),
        breakpoint: whole(byId("breakpoint").value)}, (said, number, seat) => this.hear(said, number, seat));
      this.games = series.games;
      try {
        await series.play(count, (game) => this.addGame(game));
      } finally {
        this.setPlaying(0);
      }
      this.sumUp();
    }

    forget() {
      this.printed = "";
      setText(byId("printed"), "");
      setText(byId("summary"), "");
      byId("games").replaceChildren();
      this.closeViewer();
    }

    setPlaying(count) {
      for (const id of ["play-ten", "play-one", "game"]) byId(id).disabled = count > 0;
      byId("stop").hidden = count === 0;
      byId("working").hidden = count === 0;
      byId("paused").hidden = true;
      byId("bar").max = Math.max(1, count);
      byId("bar").value = 0;
      setText(byId("working-on"), "Game 1");
    }

    hear({told, printed, paused}, number, own) {
      if (told) setText(byId("working-on"), `Game ${number}, turn ${told.turn}`);
      if (printed?.seat === own) this.addPrinted(printed, number);
      if (paused) this.showPaused(paused, own);
    }

    addPrinted({turn, text}, number) {
      if (this.printed.length > kMostShown) return;
      this.printed += `${this.printed === "" ? "" : "\n"}game ${number}${turn === null ? "" : `, turn ${turn}`}: ${text}`;
      setText(byId("printed"), this.printed);
      const line = /\bbot\.js:(\d+)/.exec(text);
      if (line) this.editor.markLine(Number(line[1]));
    }

    addGame(game) {
      byId("bar").value = game.number;
      setText(byId("working-on"), `Game ${game.number + 1}`);
      byId("games").replaceChildren(referee.gamesTable(this.games, (shown) => this.show(shown)));
    }

    /// The words of the series, and the last game beside them.
    sumUp() {
      const last = this.games.at(-1);
      if (!last) return;
      setText(byId("summary"), referee.summaryOf(this.games));
      const gone = last.over.gone[last.seat];
      if (last.absent !== null) this.tell(`Your bot did not play: ${last.absent}.${this.printed === "" ? "" : " See what it printed."}`);
      else if (last.over.stuck[last.seat]) this.tell(`Your bot did not come back from turn ${this.stuckTurn(last)} of game ${last.number}: the page has stopped it. Is there a loop that does not end?`);
      else if (gone !== null && gone !== "it was ended") this.tell(`Your bot has ended in game ${last.number}: ${gone}. See what it printed.`);
      this.announcer.tell(byId("summary").textContent);
      this.show(last, false);
    }

    /// The first turn of which nothing came.
    stuckTurn({seat, over}) {
      const turn = over.data.turns.findIndex(({answers}) => answers.some((answer) => answer.seat === seat && ["disconnected", "late", "forfeited"].includes(answer.verdict)));
      return Math.max(0, turn);
    }

    stop() {
      this.rules.close();
      this.rules = null;
      byId("paused").hidden = true;
      this.sumUp();
      this.tell("You have stopped the game.");
    }

    // --- the replay

    show(game, focus = true) {
      this.shown = game;
      byId("save-record").hidden = false;
      this.view(`Game ${game.number}`, game.over.data, game.over.printed[game.seat]);
      if (focus) byId("viewer").focus({preventScroll: true});
      if (focus) byId("viewer").scrollIntoView({block: "start"});
    }

    view(title, data, printed) {
      this.closeViewer();
      setText(byId("viewer-title"), title);
      byId("viewer").hidden = false;
      this.viewer = new referee.Viewer(byId("viewer").querySelector(".content"), data, {keepAddress: true});
      this.viewer.seen.seat = printed.seat;
      this.viewer.seen.select.value = printed.seat;
      this.viewer.seen.showPrinted(printed);
      this.viewer.seen.element.open = true;
    }

    closeViewer() {
      this.viewer?.close();
      this.viewer = null;
      byId("viewer").querySelector(".content").replaceChildren();
      byId("viewer").hidden = true;
    }

    showPaused({turn, data, printed}, own) {
      byId("save-record").hidden = true;
      this.view(`Paused before turn ${turn}`, data, printed[own]);
      byId("paused").hidden = false;
      byId("step").focus({preventScroll: true});
      byId("viewer").scrollIntoView({block: "start"});
    }

    goOn(how) {
      byId("paused").hidden = how === "on";
      this.rules.tell({go: how});
    }

    // --- files and hand-ins

    async open(file) {
      if (!file) return;
      this.editor.text = referee.textOf(await file.text());
      byId("file").value = "";
    }

    download() {
      saveFile(`${this.game}_bot.js`, referee.fileOf(this.editor.text));
      this.announcer.tell("The bot has been downloaded");
    }

    async handIn() {
      const token = referee.cleanToken(byId("token").value);
      if (token === null) throw new Error("This is no token: a token has no spaces and no special characters. Copy it again.");
      const source = new referee.OwnSource(token);
      byId("send").disabled = true;
      try {
        const sent = await source.send(`submissions?name=${this.game}_bot.js`, {method: "PUT", body: referee.fileOf(this.editor.text)});
        referee.keptToken.write(token);
        await referee.followVersion(source, (await sent.json()).number, (version) => setText(byId("result"), `${referee.versionText(version)}.`));
      } finally {
        byId("send").disabled = false;
      }
    }
  }

  Object.assign(referee, {LabPage});
  if (globalThis.document?.body?.dataset.page === "lab") {
    document.addEventListener("DOMContentLoaded", () => {
      referee.lab = new LabPage();
      referee.lab.start();
    });
  }
})();
