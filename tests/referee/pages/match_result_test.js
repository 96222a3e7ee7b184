import assert from "node:assert/strict";
import test from "node:test";
import {resultText} from "../../../referee/pages/scripts/shared/match_result.js";
import {filmFrame, filmTimes} from "../../../referee/pages/scripts/viewer/film.js";
import {embedAddress, embedCode} from "../../../referee/pages/scripts/viewer/share.js";

const two = (scores, rank, more = {}) => ({players: ["ada", "bob"], result: {scores, rank}, ...more});
const bricks = [{label: "Moves", values: ["x", "y"]}, {label: "Bricks", values: [12, 8], decides: true}];

test("a result is who won, and the count that decides", () => {
  assert.equal(resultText(two([2, 0], [1, 2]), bricks), "ada won, 12 : 8 bricks");
  assert.equal(resultText(two([2, 0], [1, 2]), []), "ada won, 2 : 0");
  assert.equal(resultText(two([1, 1], [1, 1]), [{label: "Bricks", values: [9, 9], decides: true}]), "Draw, 9 : 9 bricks");
  assert.equal(resultText(two([0, 2], [2, 1], {no_show: [0]}), bricks), "bob won", "nothing was played");
  assert.equal(resultText({players: ["ada"], result: {scores: [45], rank: [1]}}, []), "Score 45");
  assert.equal(resultText({players: ["ada"], result: {scores: [45], rank: [1]}}, [], "Out: 45 points"), "Out: 45 points");
  assert.equal(resultText({players: ["ada", "bob"], result: null}, bricks), "");
});

test("the rules say what decides a game that has no painter of its own, or one that does not tell", () => {
  const othello = two([0, 1], [2, 1], {decided_by: "discs_left"});
  othello.result.outcome = {discs_left: [18, 46]};
  assert.equal(resultText(othello, []), "bob won, 46 : 18 discs left");
  assert.equal(resultText({...othello, result: {...othello.result, outcome: null}}, []), "bob won, 1 : 0", "nothing was played");
});

test("the winner's number is first, whatever its seat", () => {
  assert.equal(resultText(two([0, 2], [2, 1]), [{label: "Bricks", values: [3, 7], decides: true}]), "bob won, 7 : 3 bricks");
  const three = {players: ["ada", "barbara", "edsger"], result: {scores: [288, 41, 93], rank: [1, 3, 2]}};
  assert.equal(resultText(three, []), "ada won, 288 (edsger 93, barbara 41)");
});

test("of several players some may share the first place", () => {
  const of = (rank) => resultText({players: ["a", "b", "c"], result: {scores: [3, 3, 1], rank}}, []);
  assert.equal(of([1, 1, 3]), "2 share the first place, a 3, b 3, c 1");
  assert.equal(of([1, 1, 1]), "Draw, a 3, b 3, c 1");
});

test("the code for another page holds no markup of names", () => {
  const address = embedAddress("https://class.example/spring/matches/r1t1g1?theme=dark", "#t=5");
  assert.equal(address, "https://class.example/spring/embed/r1t1g1?theme=dark#t=5");
  assert.equal(embedAddress("https://class.example/site/matches/r1t1g1.html", ""), "https://class.example/site/embed/r1t1g1.html");
  const code = embedCode(address, `"><script>x</script> vs &`);
  assert.match(code, /^<iframe src="https:[^"<>]*#t=5" title="&quot;&gt;&lt;script&gt;x&lt;\/script&gt; vs &amp;" [^<>]*><\/iframe>$/);
});

test("a film takes at most half a minute, and ends with the last frame", () => {
  assert.deepEqual(filmTimes(0, 20, 4), {speed: 4, seconds: 6.5});
  const {speed, seconds} = filmTimes(0, 5000, 4);
  assert.ok(speed > 4 && Math.abs(seconds - 30) < 1e-9);
  assert.deepEqual([0, 0.24, 0.25, 4.9, 6].map((at) => filmFrame(0, 20, 4, at)), [0, 0, 1, 19, 20]);
});
