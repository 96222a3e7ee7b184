// The viewer of a match: board, timeline, buttons, seats. It shows a replay, and follows a match that is running.
import {painterOf} from "../painting/painter_of.js";
import {Reel} from "../painting/reel.js";
import {brief, element} from "../shared/elements.js";
import {resultText} from "../shared/match_result.js";
import {addSwipes, Board} from "./board.js";
import {Controls} from "./controls.js";
import {FaultList} from "./fault_list.js";
import {fragmentOf, frameOfFragment} from "./fragment.js";
import {Help} from "./help.js";
import {commandOf, placeOf} from "./keys.js";
import {MatchHeader} from "./match_header.js";
import {Narrator} from "./narrator.js";
import {Playback} from "./playback.js";
import {RecordPanel} from "./record_panel.js";
import {SeatAnswers} from "./seat_answers.js";
import {SeatPanel} from "./seat_panel.js";
import {Seen} from "./seen.js";
import {pageOfEmbedded, ShareDialog} from "./share.js";
import {Timeline} from "./timeline.js";

const kMove = 220;          // ms, the longest that a move between two frames takes on the board
const kAnimated = 16;       // frames a second; faster moves would only blur
const kPanelsBetween = 60;  // ms between changes of the texts beside the board while frames go on

/// Shows a match in `root`. `data`: match data. `options.keepAddress`: it is a part of a page, whose address and
/// headings stay as they are. `options.embedded`: the page stands in a frame of another. `options.autoplay`, `loop` and
/// `speed`: see page_options.js.
export class Viewer {
  constructor(root, data, options = {}) {
    this.options = options;
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    this.header = new MatchHeader(root, options.keepAddress ? "h3" : "h1", {
      share: options.keepAddress ? null : () => this.share.open(), page: options.embedded ? pageOfEmbedded() : null});
    this.build(root);
    this.panelsAt = -Infinity;
    this.connection = "over";
    this.load(data);
    this.listen();
  }

  build(root) {
    this.stage = element("div", {class: "stage", tabindex: 0, role: "application",
                                 "aria-roledescription": "match viewer", "aria-keyshortcuts": "ArrowRight ArrowLeft Home End Enter Backspace Space F S W H"});
    const timeline = element("div", {class: "timeline"});
    const controls = element("div", {class: "controls"});
    const seats = element("div", {class: "seats"});
    this.region = element("p", {class: "visually-hidden", "aria-live": "polite", "aria-atomic": "true"});
    this.board = new Board(this.stage, () => this.draw());
    this.problem = element("p", {class: "picture-problem", role: "status", hidden: true});
    this.help = new Help(this.board);
    this.share = this.options.keepAddress ? null : new ShareDialog(this);
    this.playArea = element("section", {class: "play-area", "aria-label": "Board"}, this.stage, this.problem, timeline, controls, this.region);
    this.main = element(this.options.keepAddress ? "div" : "main", {class: "viewer"}, this.playArea,
        element(this.options.keepAddress ? "section" : "aside", {class: "side", "aria-label": "Seats and details"}, seats), this.help.dialog, ...(this.share ? [this.share.dialog] : []));
    root.append(this.main);
    this.timeline = new Timeline(timeline, this.board, (index) => this.goTo(index));
    this.controls = new Controls(controls, (command) => this.run(command));
    this.seats = new SeatPanel(seats, (turn) => this.goTo(this.reel.lastOf(turn)));
    this.buildFolds();
  }

  buildFolds() {
    this.faults = new FaultList((turn) => this.goTo(this.reel.lastOf(turn)));
    this.seen = new Seen();
    this.record = new RecordPanel();
    this.words = element("p", {class: "words"});
    this.wordsFold = element("details", {class: "fold", on: {toggle: () => this.updateWords()}},
        element("summary", {}, "The position in words"), this.words);
    this.narrator = new Narrator(this.region, () => `${this.positionText()}. ${this.painter.describe(this.playback.index)}`);
    this.main.querySelector(".side").append(this.faults.element, this.seen.element, this.wordsFold, this.record.element);
  }

  listen() {
    this.main.addEventListener("keydown", (event) => this.onKey(event));
    addSwipes(this.stage, () => this.playback.index,
                      {goTo: (index) => this.goTo(index), tap: () => this.run("pause")});
    document.addEventListener("fullscreenchange", () => this.wake());
    if (!this.options.keepAddress) addEventListener("hashchange", () => this.followAddress());
  }

  /// Shows `data` from now on, at the frame of before if there was one.
  load(data) {
    const before = this.playback;
    this.reel = new Reel(data);
    this.answers = new SeatAnswers(data);
    this.painter?.close?.();
    this.painter = painterOf(this.reel);
    this.painter.listen?.(() => this.wake());
    this.playback = new Playback(() => this.reel.length, () => this.wake());
    const {loop = false, speed = null} = this.options;
    Object.assign(this.playback, {loop}, speed === null ? {} : {speed});
    if (before) Object.assign(this.playback, {speed: before.speed, direction: before.direction, playing: before.playing});
    this.playback.live = data.status === "running" && this.connection !== "over";
    this.header.show(data);
    this.board.show(this.painter, this.reel);
    this.timeline.show(this.reel, this.answers);
    this.seats.show(this.reel, this.answers, (index) => this.painter.counts(index));
    this.seen.show(this.reel);
    this.record.show(data);
    this.stage.setAttribute("aria-label", `Board of ${data.game}`);
    this.start(before);
  }

  start(before) {
    const asked = this.options.keepAddress || before ? null : frameOfFragment(location.hash, this.reel);
    if (before && !before.following) this.playback.move(before.index, -Infinity);
    else if (asked !== null) this.playback.move(asked, -Infinity);
    else if (this.playback.live) this.playback.end(-Infinity);
    else this.playback.move(this.restingFrame(), -Infinity);
    if (this.options.autoplay && !before && !this.playback.live) this.playback.play(1);
    this.playback.since = -Infinity;
    this.update(performance.now(), true);
  }

  /// The frame that a page shows which was asked for none: the end of a match that is over.
  restingFrame() {
    return this.reel.data.status === "running" ? 0 : this.reel.length - 1;
  }

  /// Ends what goes on by itself, before the viewer is taken off its page.
  close() {
    this.closed = true;
    cancelAnimationFrame(this.frame);
    clearTimeout(this.naming);
    this.board.close();
    this.painter.close?.();
  }

  // --- a match that is running

  /// "connected" or "lost" while the server tells what is played; "over" if nothing more comes.
  setConnection(state) {
    const wasLive = this.playback.live;
    this.connection = state;
    this.playback.live = this.reel.data.status === "running" && state !== "over";
    if (this.playback.live && !wasLive && location.hash === "") this.playback.end(-Infinity);
    this.wake();
  }

  /// Takes in turns that were played; false if some between are missing.
  grow(from, turns) {
    if (!this.reel.append(from, turns)) return false;
    this.answers.grow();
    this.playback.grew(performance.now());
    return true;
  }

  stateName() {
    const {status} = this.reel.data;
    if (status !== "running") return status === "done" ? "over" : status;
    if (this.connection === "over") return "unfinished";
    if (this.connection === "lost") return "lost";
    return this.turnsBehind() > 0 ? "behind" : "running";
  }

  turnsBehind() {
    return this.reel.turns - this.reel.turnOf(this.playback.index);
  }

  // --- what people do

  onKey(event) {
    if (this.share?.dialog.open) return;
    if (this.help.dialog.open && !["h", "?"].includes(event.key.toLowerCase())) return;
    const command = commandOf(event, placeOf(event.target));
    if (!command) return;
    event.preventDefault();
    this.run(command);
  }

  /// Does what keys.js names.
  run(command) {
    const now = performance.now();
    const {playback} = this;
    ({
      next: () => playback.step(1, now), previous: () => playback.step(-1, now),
      first: () => playback.goTo(0), last: () => playback.end(),
      forward: () => playback.play(1), backward: () => playback.play(-1), pause: () => playback.toggle(),
      faster: () => playback.faster(), slower: () => playback.slower(), help: () => this.help.toggle(this.painter), screen: () => this.toggleScreen(),
    })[command]();
  }

  goTo(index) {
    this.playback.goTo(index, performance.now());
  }

  /// The board and its buttons take the whole screen, or give it back.
  toggleScreen() {
    if (document.fullscreenElement) return document.exitFullscreen();
    return this.playArea.requestFullscreen?.().catch((refused) => console.warn(`No whole screen: ${refused.message}`));
  }

  followAddress() {
    const asked = frameOfFragment(location.hash, this.reel);
    if (asked !== null && asked !== this.playback.index) this.goTo(asked);
  }

  // --- what is shown

  /// Draws at the next chance that the screen gives.
  wake() {
    if (!this.closed) this.frame ??= requestAnimationFrame((now) => this.onFrame(now));
  }

  onFrame(now) {
    this.frame = null;
    this.playback.advance(now);
    const moving = this.draw(now);
    this.update(now, !this.playback.playing);
    if (moving || this.playback.playing) this.wake();
  }

  /// Paints the board; true if it is on its way between two frames.
  draw(now = performance.now()) {
    const {playback} = this;
    const animated = this.painter.animates && !this.still.matches && !(playback.playing && playback.speed > kAnimated);
    const picture = playback.picture(now, animated ? kMove : 0);
    this.board.paint(picture);
    return picture.progress < 1;
  }

  /// Tells the frame beside the board: at once, or not too often.
  update(now, atOnce) {
    const {index} = this.playback;
    const text = this.positionText();
    this.controls.update(this.playback, document.fullscreenElement ? this.textAt(index) : text);  // it hides the head
    this.timeline.point(index, text);
    this.header.setState(this.stateName(), this.turnsBehind());
    this.header.setResult(this.tellsResult() ? this.resultText() : "");
    if (!atOnce && now - this.panelsAt < kPanelsBetween) return;
    this.panelsAt = now;
    const turn = this.reel.turnOf(index);
    this.seats.update(index, this.painter.counts(index));
    this.faults.show(this.answers);
    this.seen.update(turn);
    this.record.update(turn);
    this.updateWords();
    this.updateProblem();
    this.narrator.tell(this.playback.playing || this.playback.following, now);
    this.nameTurn();
  }

  /// Says that the game's own picture has failed.
  updateProblem() {
    const text = this.painter.problem ? `The game's own picture has failed: ${brief(this.painter.problem, 200)}. This is the general picture.` : "";
    if (this.problem.textContent === text) return;
    this.problem.textContent = text;
    this.problem.hidden = text === "";
  }

  updateWords() {
    if (this.wordsFold.open) this.words.textContent = this.painter.describe(this.playback.index);
  }

  /// A film that begins by itself tells its end at the end.
  tellsResult() {
    return this.reel.data.status !== "running" && !(this.options.autoplay && this.playback.index < this.playback.last);
  }

  resultText() {
    const last = this.reel.length - 1;
    return resultText(this.reel.data, this.painter.counts(last), this.painter.ending?.(last));
  }

  /// What a picture of frame `index` says under the board.
  textAt(index) {
    const result = index === this.reel.length - 1 && this.reel.data.status !== "running" ? this.resultText() : "";
    return [this.reel.data.match, this.positionText(index), result].filter(Boolean).join(" · ");
  }

  positionText(index = this.playback.index) {
    const {number, of} = this.reel.stepOf(index);
    const step = of > 1 ? `, step ${number} of ${of}` : "";
    return `Turn ${this.reel.turnOf(index)} of ${this.reel.turns}${step}`;
  }

  /// Writes the turn into the address while frames stand still: browsers bound how often that may be done.
  nameTurn() {
    if (this.options.keepAddress || this.playback.playing) return;
    clearTimeout(this.naming);
    this.naming = setTimeout(() => {
      const {index, following, playing} = this.playback;
      const fragment = following ? "" : fragmentOf(index, this.reel);
      if (playing || fragment === location.hash || (index === this.restingFrame() && location.hash === "")) return;
      history.replaceState(null, "", fragment || location.pathname + location.search);
    }, 150);
  }
}
