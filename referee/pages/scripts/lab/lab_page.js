// The lab: a bot is written and plays in this browser. On the page "play" a person plays, and no bot is written.
import {seatLetter} from "../painting/colors.js";
import {Announcer} from "../shared/announcer.js";
import {loadScript, setText} from "../shared/dom.js";
import {element} from "../shared/elements.js";
import {referee} from "../shared/globals.js";
import {cleanToken, keptToken, OwnSource} from "../shared/own_source.js";
import {RulesWorker, sampleBot, workerBot} from "../shared/rules_worker.js";
import {plain} from "../shared/texts.js";
import {fetchedRecord, wantedRecord} from "../shared/wanted_record.js";
import {followVersion, versionText} from "../shared/version.js";
import {Viewer} from "../viewer/viewer.js";
import {keptBots, labLanguages} from "./lab_bot.js";
import {checkBytes, examineBot, findingsList} from "./lab_check.js";
import {firstFaultOf, gamesTable, LabSeries, newSeed, summaryOf} from "./lab_series.js";
import {YourMove} from "./your_move.js";

const kGames = {walls: "Walls", battleship: "Battleship", lightcycle: "Light Cycle", planets: "Planets", snake: "Snake Labyrinth", superball: "Superball"};
const kMostShown = 200 * 1024;  // characters of what a bot printed
const kKeepAfter = 500;         // ms after the last key

const byId = (id) => document.getElementById(id);

/// The text of a file with all its bytes: a byte order mark stays in it, as in all readers of records.
const exactText = (bytes) => new TextDecoder("utf-8", {ignoreBOM: true}).decode(bytes);

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
    this.writes = document.body.dataset.page === "lab";
    this.announcer = new Announcer((text) => setText(byId("announcements"), text));
    Object.assign(this, {rules: null, viewer: null, shown: null, printed: "", keeping: null, games: [], from: null, checking: false});
  }

  start() {
    this.editor = editorIn(byId("editor"), {label: "The text of your bot", onChange: () => this.keepSoon()});
    byId("game").append(...Object.entries(kGames).map(([value, text]) => element("option", {value}, text)));
    if (kGames[document.body.dataset.game]) byId("game").value = document.body.dataset.game;
    this.listen();
    byId("language").parentElement.hidden = document.body.dataset.python === "";
    byId("check").hidden = document.body.dataset.check === "";
    if (!this.writes) this.preferPerson();
    this.guarded(async () => {
      await this.openBot();
      await this.openWanted();
    });
  }

  /// Without an editor a person plays.
  preferPerson() {
    byId("player").value = "person";
    byId("play-one").classList.add("main-button");
    setText(byId("play-one"), "Play");
    this.showPlayer();
  }

  listen() {
    byId("game").addEventListener("change", () => this.guarded(() => this.openBot()));
    byId("language").addEventListener("change", () => this.guarded(() => this.openBot()));
    byId("terms").addEventListener("submit", (event) => {
      event.preventDefault();
      this.guarded(() => this.play(Number(event.submitter?.value ?? 1)));
    });
    byId("check").addEventListener("click", () => this.guarded(() => this.check()));
    byId("stop").addEventListener("click", () => this.stop());
    byId("restart").addEventListener("click", () => {
      this.editor.text = this.language.starterOf(this.game);
      this.editor.focus();
    });
    for (const id of ["open", "open-record"]) byId(id).addEventListener("click", () => byId("file").click());
    byId("file").addEventListener("change", () => this.guarded(() => this.open(byId("file").files[0])));
    byId("download").addEventListener("click", () => this.download());
    this.yourMove = new YourMove(byId("your-move"), (move) => this.rules.tell({seat: this.personSeat, move}));
    byId("play-on").addEventListener("click", () => this.guarded(() => this.playOnFromShown()));
    byId("from-start").addEventListener("click", () => this.forgetFrom());
    byId("player").addEventListener("change", () => this.showPlayer());
    byId("step").addEventListener("click", () => this.goOn("step"));
    byId("go-on").addEventListener("click", () => this.goOn("on"));
    byId("save-record").addEventListener("click", () => saveFile(`${this.shown.name}.jsonl`, this.shown.record));
    if (byId("ask")) this.listenForHandIns();
  }

  /// Where the tournament takes bots.
  listenForHandIns() {
    byId("token").value = keptToken.read() ?? "";
    byId("ask").addEventListener("submit", (event) => {
      event.preventDefault();
      this.guarded(() => this.handIn());
    });
  }

  get game() {
    return byId("game").value;
  }

  get language() {
    return labLanguages[byId("language").value];
  }

  /// The bot of the chosen game and language: the one that this browser keeps, or one to begin with.
  async openBot() {
    this.keep();
    const [game, language] = [this.game, byId("language").value];
    if (language === "python") await this.loadPython();
    this.opened = {game, language};
    this.editor.setLanguage(language);
    this.editor.text = keptBots.read(game, language) ?? this.language.starterOf(game);
    byId("file").accept = this.writes ? `.${this.language.ending},.jsonl` : ".jsonl";
    if (this.shownGame !== game) byId("options").value = "";
    this.shownGame = game;
    await this.showTerms();
  }

  /// Python is large: its script is loaded when it is chosen.
  async loadPython() {
    if (referee.pythonFiles) return;
    setText(byId("kept"), "Python is being loaded…");
    await loadScript(document.body.dataset.python, "Python cannot be loaded: the server does not give it now. Try again later.");
    setText(byId("kept"), "");
  }

  /// What the game is under its options: read before each series, because a wrong option is told then.
  async showTerms() {
    this.rules ??= await RulesWorker.start();
    const typed = byId("options").value.trim();
    let options = {};
    try {
      options = typed === "" ? {} : JSON.parse(typed);
    } catch (wrong) {
      throw new Error(`Options: expected JSON, as {"n": 5}: ${wrong.message}`);
    }
    const terms = await this.rules.request({about: {game: this.game, options}}, "terms");
    setText(byId("options-about"), `All of them: ${JSON.stringify(terms.options)}`);
    this.clockNote = `${clockText(terms.clock)} Times here are those of this browser and this machine. In the tournament the referee's own clock counts.`;
    this.showPlayer();
    byId("opponent").replaceChildren(...(terms.seats === 1 ? [element("option", {value: ""}, "none: you play alone")]
        : [...this.opponents().map(({name, about}) => [name, `${name} (${about})`]), ...(this.writes ? [["", "your bot itself"]] : [])]
            .map(([value, text]) => element("option", {value}, text))));
    byId("opponent").value = [...byId("opponent").options].some(({value}) => value === this.opponent) ? this.opponent : byId("opponent").options[0].value;
    this.showSeats(terms.seats);
    return {options, seats: terms.seats};
  }

  /// The sample bots that play the chosen game.
  opponents() {
    return referee.rulesFiles.opponents.filter(({games, text}) => (text !== undefined || document.body.dataset.samples !== "") && (games === undefined || games.includes(this.game)));
  }

  /// The chosen sample bot as a player; null: none was chosen.
  async rival() {
    const sample = this.opponents().find(({name}) => name === this.opponent);
    if (!sample) return null;
    if (sample.text !== undefined) return workerBot(sample.name, sample.text);
    if (!referee.sampleFiles) await loadScript(document.body.dataset.samples, "The sample bot cannot be loaded: the server does not give it now. Try again later.");
    return sampleBot(sample);
  }

  showSeats(seats) {
    const select = byId("seat");
    select.parentElement.hidden = seats === 1;
    if (select.options.length === seats + 1) return;
    select.replaceChildren(element("option", {value: ""}, "in turn"), ...Array.from({length: seats}, (_, seat) => element("option", {value: seat}, seatLetter(seat))));
  }

  showPlayer() {
    const isPerson = byId("player").value === "person";
    byId("play-ten").hidden = isPerson;
    setText(byId("clock"), isPerson ? "You have as long as you like." : this.clockNote ?? "");
  }

  keepSoon() {
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => this.keep(), kKeepAfter);
  }

  /// The text in this browser's storage, so that a closed page loses nothing.
  keep() {
    clearTimeout(this.keeping);
    if (this.opened === undefined) return;
    const {game, language} = this.opened;
    const {text} = this.editor;
    if (text === labLanguages[language].starterOf(game)) return;
    setText(byId("kept"), keptBots.write(text, game, language) ? "Kept in this browser." : "This browser keeps nothing of this page: download the bot before you close it.");
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
    setText(byId("problem"), plain(problem, 500));
    byId("problem").hidden = problem === "";
  }

  // --- games

  async play(count) {
    this.opponent = byId("opponent").value;
    this.keep();
    this.editor.markLine(null);
    const text = this.editor.text;
    const {options, seats} = await this.showTerms();
    const isPerson = byId("player").value === "person";
    const {rules} = this;  // also when it is stopped before its first game
    this.forget();
    this.setPlaying(count);
    const own = isPerson ? {person: true} : await this.language.player("", text);
    const rival = await this.rival();
    const itself = isPerson ? await this.language.player("", text) : own;
    const series = new LabSeries(rules, {game: this.game, seats, options, own, seed: whole(byId("seed").value) ?? newSeed(),
      opponent: (seat) => (this.opponent === "" ? {...itself, name: `my_bot-${seat + 1}`} : {...rival, name: seats > 2 ? `${this.opponent}-${seat + 1}` : this.opponent}),
      seat: byId("seat").value === "" ? null : Number(byId("seat").value), from: this.from, breakpoint: whole(byId("breakpoint").value)}, (said, number, seat) => this.hear(said, number, seat));
    this.games = series.games;
    try {
      await series.play(count, (game) => this.addGame(game));
    } finally {
      this.setPlaying(0);
    }
    this.sumUp();
  }

  forget() {
    this.printed = this.printedAt = "";
    setText(byId("printed"), "");
    setText(byId("summary"), "");
    byId("games").replaceChildren();
    byId("findings").hidden = true;
    this.shown = null;
    this.games = [];
    this.closeViewer();
  }

  setPlaying(count) {
    for (const id of ["play-ten", "play-one", "check", "language"]) byId(id).disabled = count > 0;
    byId("game").disabled = count > 0 || Boolean(this.from);
    byId("stop").hidden = count === 0;
    byId("working").hidden = count === 0;
    byId("paused").hidden = true;
    byId("play-on").hidden = byId("save-record").hidden = count > 0 || this.shown === null;
    this.yourMove.close();
    byId("bar").max = Math.max(1, count);
    byId("bar").value = 0;
    setText(byId("working-on"), "Game 1");
  }

  hear({told, printed, paused, asked, said}, number, own) {
    if (asked) this.ask(asked);
    if (said?.refused) this.tell(`Not a move: ${said.refused}. The turn is lost.`);
    if (told) setText(byId("working-on"), `Game ${number}, turn ${told.turn}`);
    if (printed?.seat === own) this.addPrinted(printed, number);
    if (paused) this.showPaused(paused, own);
  }

  addPrinted({turn, text}, number) {
    if (this.printed.length > kMostShown) return;
    const at = number === null ? "" : `game ${number}${turn === null ? "" : `, turn ${turn}`}`;
    this.printed += `${this.printed === "" ? "" : "\n"}${at === this.printedAt ? "" : `${at}: `}${text}`;
    this.printedAt = at;
    setText(byId("printed"), this.printed);
    const line = this.language.lineOf(text);
    if (line > 0) this.editor.markLine(line);
  }

  addGame(game) {
    byId("bar").value = game.number;
    setText(byId("working-on"), `Game ${game.number + 1}`);
    byId("games").replaceChildren(gamesTable(this.games, (shown) => this.show(shown)));
  }

  /// Tries the bot on all that the protocol asks.
  async check() {
    this.keep();
    this.editor.markLine(null);
    const {options} = await this.showTerms();
    const {rules} = this;  // also when it is stopped while the check is being loaded
    this.forget();
    this.setPlaying(1);
    this.checking = true;
    setText(byId("working-on"), "The check is being loaded");
    try {
      const kit = await checkBytes(document.body.dataset.check);
      const bot = await this.language.player("my_bot", this.editor.text);
      this.showFindings(await examineBot(rules, {game: this.game, options, bot, kit}, ({scenario}) => {
        if (scenario) setText(byId("working-on"), `Check: ${scenario.scenario}, seat ${seatLetter(scenario.seat)}`);
      }));
    } finally {
      this.checking = false;
      this.setPlaying(0);
    }
  }

  showFindings({json, summary, stderr}) {
    byId("findings").hidden = false;
    setText(byId("findings-summary"), `${summary}.`);
    byId("findings").querySelector(".content").replaceChildren(...findingsList(json));
    this.addPrinted({turn: null, text: stderr.trimEnd().replace(/^ {2}/gm, "")}, null);
    this.announcer.tell(byId("findings-summary").textContent);
  }

  /// The words of the series, and the last game beside them.
  sumUp() {
    const last = this.games.at(-1);
    if (!last) return;
    setText(byId("summary"), [summaryOf(this.games), firstFaultOf(this.games)].filter(Boolean).join(" "));
    const left = this.games.find(({over, seat}) => over.gone[seat] !== null);
    if (last.absent !== null) this.tell(`Your bot did not play: ${last.absent}. ${this.printed === "" ? "A bot calls play() of referee.js, or says hello by itself." : "See what it printed."}`);
    else if (last.over.stuck[last.seat]) this.tell(`Your bot gave no answer in turn ${this.stuckTurn(last)} of game ${last.number}: the page has stopped it. Is there a loop that does not end?`);
    else if (left) this.tell(`Your bot has ended in game ${left.number}: ${left.over.gone[left.seat]}. See what it printed.`);
    this.announcer.tell(byId("summary").textContent);
    this.show(last, false);
  }

  /// The first turn of which nothing came.
  stuckTurn({seat, over}) {
    const turn = over.data.turns.findIndex(({answers}) => answers.some((answer) => answer.seat === seat && ["disconnected", "late", "forfeited"].includes(answer.verdict)));
    return Math.max(0, turn);
  }

  stop() {
    const wasChecking = this.checking;
    this.rules.close();
    this.rules = null;
    byId("paused").hidden = true;
    if (this.games.length === 0) this.closeViewer();  // a game that was not played to its end has no record
    this.sumUp();
    this.tell(`You have stopped the ${wasChecking ? "check" : "game"}.`);
  }

  // --- the replay

  show(game, focus = true) {
    this.shown = {name: game.order.match, record: game.over.record, seat: game.seat};
    byId("save-record").hidden = byId("play-on").hidden = false;
    this.view(`Game ${game.number}`, game.over.data, game.isPerson ? null : game.over.printed[game.seat]);
    if (focus) byId("viewer").focus({preventScroll: true});
    if (focus) byId("viewer").scrollIntoView({block: "start"});
  }

  view(title, data, printed) {
    this.closeViewer();
    setText(byId("viewer-title"), title);
    byId("viewer").hidden = false;
    this.viewer = new Viewer(byId("viewer").querySelector(".content"), data, {keepAddress: true});
    if (data.status === "running") this.viewer.setConnection("connected");
    if (printed === null) return;
    this.viewer.seen.seat = printed.seat;
    this.viewer.seen.select.value = printed.seat;
    this.viewer.seen.showPrinted(printed);
    this.viewer.seen.element.open = true;
  }

  // --- a person plays, and matches are played on

  /// Shows the position to the person who is to move.
  ask(asked) {
    this.personSeat = asked.seat;
    if (this.asking && this.viewer) {
      this.viewer.load(asked.data);
      this.viewer.run("last");
    } else {
      this.view("You play", asked.data, null);
      this.viewer.run("last");
      byId("viewer").scrollIntoView({block: "start"});
    }
    this.asking = true;
    this.yourMove.ask(asked);
  }

  playOnFromShown() {
    return this.playOnFrom(this.shown.record, this.shown.seat, this.viewer.reel.turnOf(this.viewer.playback.index));
  }

  /// From now on games begin at that turn of a record. `seat`: the player's; null: that which is to move.
  async playOnFrom(record, seat, turn) {
    const lines = record.trimEnd().split("\n");
    const [header, next] = [lines[0], lines[turn + 1] ?? "{}"].map((line) => JSON.parse(line));
    if (next.answers === undefined) throw new Error("The game is over at this turn: go to an earlier one, and play on from there.");
    this.from = {record, turn};
    if (header.game !== this.game) {
      byId("game").value = header.game;
      await this.openBot();
    }
    byId("game").disabled = true;
    byId("options").disabled = byId("seed").disabled = true;
    byId("options").value = JSON.stringify(header.options);
    await this.showTerms();
    byId("seat").value = String(seat ?? next.answers[0]?.seat ?? 0);
    setText(byId("from-text"), `Games begin at turn ${turn} of ${plain(header.match, 60)} (${header.players.map((name) => plain(name, 40)).join(" v ")}).`);
    byId("from").hidden = false;
    byId("play-one").focus({preventScroll: true});
    byId("terms").scrollIntoView({block: "start"});
  }

  forgetFrom() {
    this.from = null;
    byId("from").hidden = true;
    byId("game").disabled = byId("options").disabled = byId("seed").disabled = false;
    byId("options").value = byId("seat").value = "";
  }

  /// Shows a record, at the turn with that number.
  async openRecord(name, record, turn) {
    const data = await this.rules.request({position: record}, "data");
    this.shown = {name: name.replace(/\.jsonl$/, ""), record, seat: null};
    this.view(plain(data.match, 60), data, null);
    if (turn !== null) this.viewer.goTo(this.viewer.reel.lastOf(turn));
    byId("play-on").hidden = byId("save-record").hidden = false;
    byId("viewer").scrollIntoView({block: "start"});
  }

  /// The record that the page was opened with.
  async openWanted() {
    const wanted = wantedRecord();
    if (wanted === null) return;
    let response;
    try {
      response = await fetchedRecord(wanted);
    } catch (failure) {
      throw new Error(`The record cannot be had: ${failure.message}.`, {cause: failure});
    }
    await this.openRecord(wanted.name, exactText(await response.arrayBuffer()), wanted.turn);
    if (!this.writes) await this.playOnFromShown();
  }

  closeViewer() {
    this.asking = false;
    this.viewer?.close();
    this.viewer = null;
    byId("viewer").querySelector(".content").replaceChildren();
    byId("viewer").hidden = true;
  }

  showPaused({turn, data, printed}, own) {
    byId("save-record").hidden = true;
    this.view(`Paused before turn ${turn}`, data, printed[own]);
    byId("paused").hidden = false;
    setText(byId("working-on"), `Game 1, paused before turn ${turn}`);
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
    const bytes = await file.arrayBuffer();
    byId("file").value = "";
    if (file.name.endsWith(".jsonl")) await this.openRecord(file.name, exactText(bytes), null);
    else this.editor.text = this.language.textOf(new TextDecoder().decode(bytes));
  }

  get fileName() {
    return `${this.game}_bot.${this.language.ending}`;
  }

  download() {
    saveFile(this.fileName, this.language.fileOf(this.editor.text));
    this.announcer.tell("The bot has been downloaded");
  }

  async handIn() {
    const token = cleanToken(byId("token").value);
    if (token === null) throw new Error("This is no token: a token has no spaces and no special characters. Copy it again.");
    const source = new OwnSource(token);
    byId("send").disabled = true;
    try {
      const sent = await source.send(`submissions?name=${this.fileName}`, {method: "PUT", body: this.language.fileOf(this.editor.text)});
      keptToken.write(token);
      await followVersion(source, (await sent.json()).number, (version) => setText(byId("result"), `${versionText(version)}.`));
    } finally {
      byId("send").disabled = false;
    }
  }
}

if (["lab", "play"].includes(globalThis.document?.body?.dataset.page)) {
  document.addEventListener("DOMContentLoaded", () => {
    referee.lab = new LabPage();
    referee.lab.start();
  });
}
