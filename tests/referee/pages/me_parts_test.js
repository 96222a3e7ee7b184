// What a student's page computes: classes of charged times, results, and sentences about what went wrong.
import assert from "node:assert/strict";
import test from "node:test";
import {chargeClasses, chargePlace} from "../../../referee/pages/scripts/me/charge_chart.js";
import {inOrder, resultOf, verdictsOf, watchWay} from "../../../referee/pages/scripts/me/own_matches.js";
import {markText} from "../../../referee/pages/scripts/me/own_mark.js";
import {cleanToken, OwnSource, refusalText} from "../../../referee/pages/scripts/shared/own_source.js";

const charges = {bounds_us: [100, 1000, 10000], counts: [0, 5, 0, 0], budget_us: 10000};

test("classes reach from the first turn to the last one or the budget", () => {
  assert.deepEqual(chargeClasses(charges), [{from: 100, to: 1000, count: 5}, {from: 1000, to: 10000, count: 0}]);
  assert.deepEqual(chargeClasses({...charges, budget_us: null}), [{from: 100, to: 1000, count: 5}]);
  assert.deepEqual(chargeClasses({...charges, counts: [0, 0, 0, 2], budget_us: null}), [{from: 10000, to: null, count: 2}]);
  assert.deepEqual(chargeClasses({...charges, counts: [0, 0, 0, 0], budget_us: null}), []);
});

test("a time stands in its class by its share", () => {
  const classes = chargeClasses(charges);
  assert.deepEqual([100, 550, 1000, 5500, 10000].map((us) => chargePlace(classes, us)), [0, 0.5, 1, 1.5, 2]);
  assert.equal(chargePlace([{from: 10, to: null, count: 1}], 99), 0.5);
});

test("own matches are put into another order", () => {
  const matches = [{match: "c", verdicts: {ok: 9, late: 1}, charges: {worst_us: 5}}, {match: "b", verdicts: {ok: 9}, charges: {worst_us: 900}},
                   {match: "a", verdicts: {illegal: 1, late: 2}, charges: null}];
  const names = (order) => inOrder(matches, order).map(({match}) => match).join("");
  assert.deepEqual(["newest", "oldest", "faults", "slowest"].map(names), ["cba", "abc", "acb", "bca"]);
});

test("a mark is told with its points, and with the bands between which it is undecided", () => {
  const mark = {mark: "A", points: 8.5, max_points: 20, undecided: false, possible: ["A"]};
  assert.equal(markText(mark), "A: 8.5 of 20 points");
  assert.equal(markText({...mark, undecided: true, possible: ["A", "B"]}), "A: 8.5 of 20 points, undecided between A and B");
});

test("results are told from the seat's side", () => {
  const done = (scores, seat) => resultOf({scores, seat, status: "done"});
  assert.deepEqual([done([3, 1], 0), done([3, 1], 1), done([2, 2], 1), done([2, 9, 9], 1), done([7], 0)], ["won", "lost", "drawn", "drawn", ""]);
  assert.equal(resultOf({scores: null, seat: 0, status: "running"}), "");
  assert.deepEqual(verdictsOf({verdicts: {late: 1, ok: 3, illegal: 2}}).map(({verdict}) => verdict), ["ok", "illegal", "late"]);
});

test("a match is watched on its page, here, or not", () => {
  const match = {shown: true, why_not: null, status: "done"};
  assert.equal(watchWay(match), "page");
  assert.equal(watchWay({...match, why_not: "secret"}), "here");
  assert.equal(watchWay({...match, shown: false}), "no");
  assert.equal(watchWay({...match, status: "void"}), "no");
});

test("what goes wrong is one sentence", () => {
  assert.match(refusalText(401), /does not know this token/);
  assert.equal(refusalText(429, "12"), "Too many attempts. Try again in 12 seconds.");
  assert.equal(refusalText(429, null), "Too many attempts. Try again later.");
  assert.equal(refusalText(500, null, "store\u202e broken"), "The server answers 500: store broken.");
});

test("a token is visible ASCII that fits into a header", () => {
  assert.equal(cleanToken("  abc-1  "), "abc-1");
  for (const wrong of ["", "a b", "ä", "a\nb", "x".repeat(513)]) assert.equal(cleanToken(wrong), null);
});

test("the token goes into the header, and an answer that is not 200 becomes a sentence", async () => {
  const asked = [];
  const answer = (response) => new OwnSource("abc", async (...request) => {
    asked.push(request);
    if (response instanceof Error) throw response;
    return response;
  });
  await answer({ok: true}).get("api/me");
  assert.deepEqual(asked[0], ["api/me", {headers: {Authorization: "Bearer abc"}, cache: "no-store"}]);
  const refused = {ok: false, status: 429, headers: {get: () => "3"}, json: async () => ({})};
  await assert.rejects(answer(refused).get("api/me"), {message: "Too many attempts. Try again in 3 seconds.", status: 429});
  const page = {ok: false, status: 502, headers: {get: () => null}, json: async () => { throw new SyntaxError("a page of a proxy"); }};
  await assert.rejects(answer(page).get("api/me"), {message: "The server answers 502.", status: 502});
  await assert.rejects(answer(new TypeError("Failed to fetch")).get("api/me"), {status: 0, message: /cannot be reached/});
});
