// What the parts of the tournament page compute: texts, scales, places of lines and labels, slides of the projector.
"use strict";
const assert = require("node:assert/strict");
const test = require("node:test");
const {load} = require("./page_scripts.js");

globalThis.document = {querySelector: () => ({content: "server"})};
const referee = load("elements", "duration", "source", "texts", "dom", "popover", "announcer", "connection_state", "entrant_names", "entrant_tools",
    "projector", "tournament_page");

test("foreign texts lose what reorders or hides text, and end in time", () => {
  assert.equal(referee.plain("\u202eevil\u2066 \u0000\u001b[31mred"), "evil [31mred");
  assert.equal([...referee.plain("x".repeat(10000))].length, 64);
  assert.equal(referee.plain("😀".repeat(100), 10), "😀".repeat(9) + "…");
  assert.equal(referee.plain(null), "");
  assert.equal(referee.plain("<b>&amp;"), "<b>&amp;", "a text node needs no escaping");
});

test("durations are rough, and movements are told in words", () => {
  assert.deepEqual([12, 60, 3599, 3600, 4800].map(referee.durationText), ["less than a minute", "1 min", "1 h", "1 h", "1 h 20 min"]);
  assert.deepEqual([3, -1, 0, null].map((places) => referee.movementOf(places).text), ["▲3", "▼1", "=", ""]);
  assert.equal(referee.movementOf(-1).spoken, "down 1 place");
});

test("live regions are told at most every five seconds, the newest message of those that came meanwhile", () => {
  const told = [];
  const timers = [];
  let now = 0;
  const announcer = new referee.Announcer((text) => told.push([now, text]), {now: () => now, later: (act, wait) => timers.push([now + wait, act])});
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
  assert.equal(referee.connectionText({state: "live"}).text, "Live");
  assert.equal(referee.connectionText({state: "live", course: "Finished"}).text, "Finished");
  const lost = referee.connectionText({state: "lost", since: "2026-11-23T10:00:00Z", data: "2026-11-23T09:59:00Z"});
  assert.match(lost.text, /^Connection lost at .+ You see the state of /);
  assert.ok(lost.alarm);
  assert.match(referee.connectionText({state: "static", data: "2026-11-23T09:59:00Z"}).text, /does not update itself/);
});

test("a page says Live only while its tournament is played, and by the clock of 24 hours when it was over", () => {
  const now = new Date(2026, 10, 23, 22, 0);
  const at = (...parts) => new Date(...parts).toISOString();
  assert.equal(referee.courseText({status: "running", live: true}, now), "Live");
  assert.equal(referee.courseText({status: "finished", live: true, finished_at: at(2026, 10, 23, 21, 40)}, now), "Finished at 21:40");
  assert.equal(referee.courseText({status: "finished", live: false, finished_at: at(2026, 10, 2, 9, 5)}, now), "Finished at 2026-11-02, 09:05");
  for (const data of [{status: "waiting", live: true}, {status: "running", live: false}]) {
    assert.doesNotMatch(referee.courseText(data, now), /Live/);
  }
});

test("explanations stand beside what they explain, inside the window", () => {
  const window = {width: 400, height: 300};
  const box = {width: 200, height: 100};
  assert.deepEqual(referee.placeBeside({left: 20, top: 50, bottom: 70}, box, window), {left: 20, top: 74});
  assert.deepEqual(referee.placeBeside({left: 350, top: 250, bottom: 270}, box, window), {left: 192, top: 146});
  assert.deepEqual(referee.placeBeside({left: -5, top: 0, bottom: 290}, {width: 200, height: 400}, window), {left: 8, top: 8});
});

test("the list of entrants is a leaderboard where no rounds are paired", () => {
  assert.deepEqual(["swiss", "round_robin", "double_elimination", "ladder", "practice", "field"].map((kind) => referee.standingsTitle({kind})),
      ["Standings", "Standings", "Standings", "Leaderboard", "Leaderboard", "Leaderboard"]);
});

test("tables are sorted by numbers and searched by words", () => {
  assert.deepEqual(["12.5", "+120 (+60 to +180)", "−35 (…)", "–", ""].map(referee.numberOf), [12.5, 120, -35, -Infinity, -Infinity]);
  assert.ok(referee.matchesSearch("Ada Lovelace", "love ADA"));
  assert.ok(!referee.matchesSearch("Ada Lovelace", "ada b"));
});

test("moments are told by a clock of 24 hours", () => {
  const moment = new Date(2026, 10, 23, 21, 40, 5);
  assert.equal(referee.momentText(moment.toISOString(), moment), "21:40:05");
  assert.equal(referee.momentText(moment.toISOString(), new Date(2026, 10, 25)), "2026-11-23 21:40:05");
});

test("the projector shows each board and each place, and boards again between pages of standings", () => {
  const slides = referee.projectorSlides({boards: 7, boardsAtOnce: 6, entrants: 45, entrantsAtOnce: 10});
  assert.deepEqual(slides.map(({kind}) => kind[0]).join(""), "bbsssbbss");
  const places = slides.filter(({kind}) => kind === "standings");
  assert.deepEqual(places.map(({from, to}) => [from, to]), [[0, 10], [10, 20], [20, 30], [30, 40], [40, 45]]);
  assert.deepEqual(referee.projectorSlides({boards: 0, boardsAtOnce: 1, entrants: 0, entrantsAtOnce: 20}), []);
  assert.equal(referee.projectorSlides({boards: 2, boardsAtOnce: 6, entrants: 0, entrantsAtOnce: 20}).length, 1);
});

test("boards fill the wall: as large as they can be, at most six", () => {
  const wall = {width: 1800, height: 850};
  assert.deepEqual([1, 2, 3, 4, 6, 40].map((count) => referee.boardGrid(count, wall)), [
    {columns: 1, rows: 1}, {columns: 2, rows: 1}, {columns: 3, rows: 1}, {columns: 2, rows: 2}, {columns: 3, rows: 2}, {columns: 3, rows: 2}]);
  assert.deepEqual(referee.boardGrid(9, {width: 360, height: 500}), {columns: 1, rows: 2});
  assert.deepEqual(referee.boardGrid(3, {width: 100, height: 100}), {columns: 1, rows: 1});
});

test("the page tells people who do not see it of rounds, leaders and the end, and of nothing else", () => {
  const entrants = [{name: "ada"}, {name: "bob"}];
  const at = (status, round, first) => ({entrants, status, round, standings: [{entrant: first}]});
  assert.equal(referee.newsOf(null, at("running", 1, 0)), "");
  assert.equal(referee.newsOf(at("running", 1, 0), at("running", 1, 0)), "");
  assert.equal(referee.newsOf(at("running", 1, 0), at("running", 2, 1)), "Round 2 has begun");
  assert.equal(referee.newsOf(at("running", 1, 0), at("running", 1, 1)), "bob leads");
  assert.equal(referee.newsOf(at("running", 1, 0), at("finished", 1, 1)), "The tournament is finished. First: bob");
});

test("time left counts from when the data were made", () => {
  const data = {seconds_left: 600, updated: "2026-11-23T10:00:00Z"};
  assert.equal(referee.secondsLeft(data, Date.parse("2026-11-23T10:04:00Z")), 360);
  assert.equal(referee.secondsLeft(data, Date.parse("2026-11-23T11:00:00Z")), 0);
  assert.equal(referee.secondsLeft({seconds_left: null, updated: ""}, 0), null);
});
