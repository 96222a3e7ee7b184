// What the parts of the tournament page compute: texts, scales, places of lines and labels, slides of the projector.
import assert from "node:assert/strict";
import test from "node:test";
import {Announcer} from "../../../referee/pages/scripts/shared/announcer.js";
import {connectionText, courseText, isPlayed} from "../../../referee/pages/scripts/shared/connection_state.js";
import {numberOf} from "../../../referee/pages/scripts/shared/sorted_tables.js";
import {matchesSearch} from "../../../referee/pages/scripts/shared/table_search.js";
import {durationText, gamePlaceText, momentText, movementOf, plain} from "../../../referee/pages/scripts/shared/texts.js";
import {standingsTitle} from "../../../referee/pages/scripts/tournament/entrant_names.js";
import {placeBeside} from "../../../referee/pages/scripts/tournament/popover.js";
import {bracketPages, bracketPlaces} from "../../../referee/pages/scripts/tournament/projector/bracket_layout.js";
import {projectorAddress, projectorSequence} from "../../../referee/pages/scripts/tournament/projector/projector.js";
import {boardGrid} from "../../../referee/pages/scripts/tournament/projector/slide_boards.js";
import {BracketSlide} from "../../../referee/pages/scripts/tournament/projector/slide_bracket.js";
import {chartLines} from "../../../referee/pages/scripts/tournament/projector/slide_chart.js";
import {CrosstableSlide} from "../../../referee/pages/scripts/tournament/projector/slide_crosstable.js";
import {StandingsSlide} from "../../../referee/pages/scripts/tournament/projector/slide_standings.js";
import {newsOf, secondsLeft} from "../../../referee/pages/scripts/tournament/tournament_page.js";
import {wholeData} from "../../../referee/pages/scripts/tournament/whole_data.js";

globalThis.document = {querySelector: () => ({content: "server"})};

test("foreign texts lose what reorders or hides text, and end in time", () => {
  assert.equal(plain("\u202eevil\u2066 \u0000\u001b[31mred"), "evil [31mred");
  assert.equal([...plain("x".repeat(10000))].length, 64);
  assert.equal(plain("😀".repeat(100), 10), "😀".repeat(9) + "…");
  assert.equal(plain(null), "");
  assert.equal(plain("<b>&amp;"), "<b>&amp;", "a text node needs no escaping");
});

test("durations are rough, and movements are told in words", () => {
  assert.deepEqual([12, 60, 3599, 3600, 4800].map(durationText), ["less than a minute", "about 1 min", "about 1 h", "about 1 h", "about 1 h 20 min"]);
  assert.deepEqual([3, -1, 0, null].map((places) => movementOf(places).text), ["▲3", "▼1", "", ""]);
  assert.equal(movementOf(-1).spoken, "down 1 place");
});

test("live regions are told at most every five seconds, the newest message of those that came meanwhile", () => {
  const told = [];
  const timers = [];
  let now = 0;
  const announcer = new Announcer((text) => told.push([now, text]), {now: () => now, later: (act, wait) => timers.push([now + wait, act])});
  announcer.tell("one");
  now = 1000;
  announcer.tell("two");
  now = 2000;
  announcer.tell("three");
  assert.equal(timers.length, 1);
  now = timers[0][0];
  timers[0][1]();
  assert.deepEqual(told, [[0, "one"], [5000, "three"]]);
});

test("the page says what it knows of the connection", () => {
  assert.equal(connectionText({state: "live"}).text, "Live");
  assert.equal(connectionText({state: "live", course: "Finished"}).text, "Finished");
  const lost = connectionText({state: "lost", since: "2026-11-23T10:00:00Z", data: "2026-11-23T09:59:00Z"});
  assert.match(lost.text, /^Connection lost at .+ You see the state of /);
  assert.ok(lost.alarm);
  assert.match(connectionText({state: "static", data: "2026-11-23T09:59:00Z"}).text, /does not update itself/);
});

test("a page says Live only while its tournament is played, and by the clock of 24 hours when it was over", () => {
  const now = new Date(2026, 10, 23, 22, 0);
  const at = (...parts) => new Date(...parts).toISOString();
  assert.equal(courseText({status: "running", live: true}, now), "Live");
  assert.equal(courseText({status: "finished", live: true, finished_at: at(2026, 10, 23, 21, 40)}, now), "Finished at 21:40");
  assert.equal(courseText({status: "finished", live: false, finished_at: at(2026, 10, 2, 9, 5)}, now), "Finished at 2026-11-02, 09:05");
  for (const data of [{status: "waiting", live: true}, {status: "running", live: false}, {status: "running", live: true, between_rounds: true}]) {
    assert.equal(isPlayed(data), false);
    assert.doesNotMatch(courseText(data, now), /Live/);
  }
});

test("explanations stand beside what they explain, inside the window", () => {
  const window = {width: 400, height: 300};
  const box = {width: 200, height: 100};
  assert.deepEqual(placeBeside({left: 20, top: 50, bottom: 70}, box, window), {left: 20, top: 74});
  assert.deepEqual(placeBeside({left: 350, top: 250, bottom: 270}, box, window), {left: 192, top: 146});
  assert.deepEqual(placeBeside({left: -5, top: 0, bottom: 290}, {width: 200, height: 400}, window), {left: 8, top: 8});
});

test("a game is named by its round and table, and by its number where there are no rounds", () => {
  assert.deepEqual(["swiss", "ladder", "practice"].map((kind) => gamePlaceText("r1t59g7", kind)), ["Round 1, table 59", "Game 59", "Game 7"]);
});

test("the list of entrants is a leaderboard where no rounds are paired", () => {
  assert.deepEqual(["swiss", "round_robin", "double_elimination", "ladder", "practice", "field"].map((kind) => standingsTitle({kind})),
      ["Standings", "Standings", "Standings", "Leaderboard", "Leaderboard", "Leaderboard"]);
});

test("tables are sorted by numbers and searched by words", () => {
  assert.deepEqual(["12.5", "+120 (+60 to +180)", "−35 (…)", "–", ""].map(numberOf), [12.5, 120, -35, -Infinity, -Infinity]);
  assert.ok(matchesSearch("Ada Lovelace", "love ADA"));
  assert.ok(!matchesSearch("Ada Lovelace", "ada b"));
});

test("moments are told by a clock of 24 hours", () => {
  const moment = new Date(2026, 10, 23, 21, 40, 5);
  assert.equal(momentText(moment.toISOString(), moment), "21:40:05");
  assert.equal(momentText(moment.toISOString(), new Date(2026, 10, 25)), "2026-11-23 21:40:05");
});

const hall = {names: {text: (entrant) => `entrant ${entrant}`}, room: {width: 1840, height: 880}, text: 36, pinned: false};

test("the projector shows all pages once, and boards again after every three others", () => {
  assert.equal(projectorSequence(["b", "b"], ["s", "s", "s", "s", "s"]).join(""), "bbsssbbss");
  assert.deepEqual(projectorSequence([], []), []);
  assert.deepEqual(projectorSequence(["b"], []), ["b"]);
  const places = new StandingsSlide().pages({...hall, room: {width: 900, height: 880}, data: {standings: new Array(45)}});
  assert.deepEqual(places.map(({from, to}) => [from, to]), [[0, 10], [10, 20], [20, 30], [30, 40], [40, 45]]);
});

test("an address pins a slide, and says how long its pages stay", () => {
  assert.deepEqual(projectorAddress("?projector=bracket&seconds=20"), {kind: "bracket", seconds: 20});
  assert.deepEqual(projectorAddress("?projector"), {kind: "", seconds: null});
  assert.deepEqual(projectorAddress("?projector=&seconds=0"), {kind: "", seconds: null}, "no time at all is none");
});

/// The upper bracket of so many entrants, with the rounds up to `decided` decided.
const knockOut = (entrants, decided) => {
  const boxes = [];
  let before = null;
  for (let column = 0, count = entrants / 2; count >= 1; ++column, count /= 2) {
    const first = boxes.length;
    for (let table = 0; table < count; ++table) {
      const side = (at) => ({entrant: 0, label: "", score: "", won: at === 0 && column < decided, height: (2 * table + at) / entrants, from: before === null ? null : before + 2 * table + at});
      boxes.push({column, sides: [side(0), side(1)], matches: []});
    }
    before = first;
  }
  return {title: "Upper bracket", columns: Array.from({length: Math.log2(entrants)}, (_, round) => `Round ${round + 1}`), boxes};
};

test("a bracket has as many pages as can be read, each box on one of them, and trees stay whole", () => {
  const part = knockOut(64, 0);
  const pages = bracketPages(part, {columns: 4, rows: 8});
  assert.deepEqual(pages.map(({from, to, boxes}) => [from, to, boxes.length]), [...new Array(4).fill([0, 2, 12]), [2, 6, 15]]);
  assert.deepEqual(pages.flatMap(({boxes}) => boxes).sort((a, b) => a - b), part.boxes.map((_, index) => index));
  for (const {boxes} of pages) assert.ok(bracketPlaces(part.boxes, boxes).count <= 8);
  assert.equal(bracketPages(knockOut(16, 0), {columns: 4, rows: 8}).length, 1);
});

test("a bracket's slide leaves out what is decided, but for the end, unless it is pinned", () => {
  const pages = (decided, pinned) => new BracketSlide().pages({...hall, pinned, data: {bracket: {winner: null, parts: [knockOut(64, decided)]}}}).map(({to}) => to);
  assert.deepEqual(pages(2, false), [6]);
  assert.deepEqual(pages(6, false), [6]);
  assert.deepEqual(pages(6, true), [2, 2, 2, 2, 6]);
});

test("a crosstable is divided into parts that can be read, and a very large one waits to be asked for", () => {
  const table = (count) => ({columns: new Array(count).fill("1"), rows: Array.from({length: count}, () => ({entrant: 0, points: "10", cells: new Array(count).fill({text: "½", kind: ""})}))});
  const pages = (count, pinned = false) => new CrosstableSlide().pages({...hall, pinned, data: {crosstable: table(count)}});
  assert.deepEqual(pages(16), [{rows: [0, 8], columns: [0, 16]}, {rows: [8, 16], columns: [0, 16]}]);
  assert.deepEqual(pages(41), []);
  assert.ok(pages(41, true).length > 4);
});

test("curves of a ladder are lines in time, and a chart of points one by rounds", () => {
  const at = 1_795_000_000;
  const ladder = chartLines({chart: null, curves: {kind: "elo", lines: [{entrant: 3, points: [[at, 10], [at + 7200, 25]]}, {entrant: 1, points: []}]}});
  assert.deepEqual([ladder.lines.length, ladder.low, ladder.high], [1, at, at + 7200]);
  assert.match(ladder.textOf(at, 7200), /^\d\d:\d\d$/);
  assert.deepEqual(chartLines({chart: {kind: "points", lines: [{entrant: 0, values: [0, 1, null, 2]}]}}).lines[0].points, [[0, 0], [1, 1], [3, 2]]);
  assert.equal(chartLines({chart: null}), null);
  assert.equal(chartLines({chart: {kind: "mean", lines: [{entrant: 0, values: [5]}]}}), null, "one point is no line");
});

test("boards fill the wall: as large as they can be, at most six", () => {
  const wall = {width: 1800, height: 850};
  assert.deepEqual([1, 2, 3, 4, 6, 40].map((count) => boardGrid(count, wall)), [
    {columns: 1, rows: 1}, {columns: 2, rows: 1}, {columns: 3, rows: 1}, {columns: 2, rows: 2}, {columns: 3, rows: 2}, {columns: 3, rows: 2}]);
  assert.deepEqual(boardGrid(9, {width: 360, height: 500}), {columns: 1, rows: 2});
  assert.deepEqual(boardGrid(3, {width: 100, height: 100}), {columns: 1, rows: 1});
});

test("the page tells people who do not see it of rounds, leaders and the end, and of nothing else", () => {
  const entrants = [{name: "ada"}, {name: "bob"}];
  const at = (status, round, first) => ({entrants, status, round, standings: [{entrant: first}]});
  assert.equal(newsOf(null, at("running", 1, 0)), "");
  assert.equal(newsOf(at("running", 1, 0), at("running", 1, 0)), "");
  assert.equal(newsOf(at("running", 1, 0), at("running", 2, 1)), "Round 2 has begun");
  assert.equal(newsOf(at("running", 1, 0), at("running", 1, 1)), "bob leads");
  assert.equal(newsOf(at("running", 1, 0), at("finished", 1, 1)), "The tournament is finished. First: bob");
  const staff = {...at("running", 1, 0), standings: [{entrant: 1, staff: true}, {entrant: 0}]};
  assert.equal(newsOf(at("running", 1, 0), staff), "", "a staff bot does not lead");
});

test("time left counts from when the data were made", () => {
  const data = {seconds_left: 600, updated: "2026-11-23T10:00:00Z"};
  assert.equal(secondsLeft(data, Date.parse("2026-11-23T10:04:00Z")), 360);
  assert.equal(secondsLeft(data, Date.parse("2026-11-23T11:00:00Z")), 0);
  assert.equal(secondsLeft({seconds_left: null, updated: ""}, 0), null);
});

test("a site on a disk has its tables in a script", async () => {
  const files = {"tournament.js": {crosstable: {rows: []}}};
  const server = globalThis.document;
  const run = (script) => {
    if (files[script.src]) globalThis.referee.receive("tournament", files[script.src]);
    script[files[script.src] ? "load" : "error"]();
  };
  globalThis.document = {
    querySelector: () => ({content: "files"}), head: {append: run},
    createElement: () => ({addEventListener(event, handler) { this[event] = handler; }, remove() {}}),
  };
  assert.deepEqual(await wholeData({kind: "swiss"}), {kind: "swiss", crosstable: {rows: []}});
  delete files["tournament.js"];
  assert.equal(await wholeData({kind: "swiss"}), null);
  globalThis.document = server;
});

test("the tables that a page leaves to its HTML are asked for once, and again if the server did not give them", async () => {
  const answers = [{ok: false}, {ok: true, json: async () => ({version: 3, crosstable: {rows: []}})}];
  const asked = [];
  globalThis.fetch = async (url) => {
    asked.push(url);
    return answers.shift();
  };
  const data = {version: 2, kind: "swiss"};
  assert.equal(await wholeData(data), null);
  const [one, other] = await Promise.all([wholeData(data), wholeData(data)]);
  assert.deepEqual(one, {version: 3, kind: "swiss", crosstable: {rows: []}});
  assert.equal(one, other);
  assert.deepEqual(asked, ["api/tournament", "api/tournament"]);
});
