// A worker that verifies records and plays matches. It is sent {wasm} once, the bytes of
// rules.wasm, and then one of these at a time:
//   {record}: bytes; it says {played, bytes} while it plays them again, and {verified} at the end
//   {order}: of playMatch(), whose bots are {name, text, lines} or {name, person: true}, with {breakpoint}, a turn or null. It says {printed}, {told}, {paused},
//     {asked} when a person is to move, {said} what a person is told, and {over} at the end. While it plays it is sent {go: "on" or "step"} and {seat, move}.
//   {check}: {kit: the bytes of kit.wasm, bot: as those of an order, asked: of examine()}; it says {scenario}, what begins, and {examined} at the end
//   {about}: {game, options}: {terms}, the seats, all options and the clock
//   {position}: the text of a record: {data}, its match data
// {failure} ends each of them as well.
import { examine } from "../../referee-kit/examine.js";
import { KitError, kitOf } from "../../referee-kit/kit_calls.js";
import { playMatch } from "../../referee-kit/match.js";
import { RulesError, load } from "../package/index.js";
import { ExaminedBot } from "./examined_bot.js";
import { PersonBot } from "./person_bot.js";
import { WorkerBot } from "./worker_bot.js";

const kPercent = 100;
const kTellMs = 100; // between two {told}
let rulesReady;
let playing = null;

/** The data of a match's page. `record` may be that of a match that is not over. `seat`: who looks on; -1: everybody. */
function matchData(rules, record, seat, running) {
  const data = rules.matchData(record, seat);
  return running ? { ...data, status: "running", problem: null } : data;
}

class Playing {
  #rules;
  #order;
  #bots = [];
  #go = null;
  #told = 0;
  #steps = false; // pauses before each turn

  constructor(rules, order) {
    this.#rules = rules;
    this.#order = order;
  }

  async play() {
    const bots = this.#order.bots.map((bot, seat) => () => {
      const made = bot.person ? new PersonBot(bot, (said) => self.postMessage({ said: { seat, ...said } })) : new WorkerBot(bot, (printed) => self.postMessage({ printed: { seat, ...printed } }));
      this.#bots[seat] = made;
      return made.ready ?? made;
    });
    const played = await playMatch({ ...this.#order, bots }, { rules: this.#rules, beforeTurn: (state, record) => this.#before(state, record), afterTurn: (state) => this.#after(state) });
    return { ...played, absent: [...played.absent], data: matchData(this.#rules, played.record, -1, false),
      printed: this.#bots.map((bot, seat) => ({ seat, kept: true, turns: bot.printed })), stuck: this.#bots.map((bot) => bot.stuck === true),
      gone: this.#bots.map((bot) => bot.left) };
  }

  go(how) {
    this.#steps = how === "step";
    this.#go?.();
  }

  move(seat, move) {
    this.#bots[seat].move(move);
  }

  async #before(state, record) {
    const person = this.#order.bots.findIndex((bot) => bot.person);
    const asked = state.to_move.find(({ seat }) => seat === person);
    if (asked) self.postMessage({ asked: { turn: state.turn, seat: person, legal: asked.legal, any: asked.any, data: matchData(this.#rules, record, person, true) } });
    if (!this.#steps && state.turn !== this.#order.breakpoint) return;
    self.postMessage({ paused: { turn: state.turn, data: matchData(this.#rules, record, -1, true),
      printed: this.#bots.map((bot, seat) => ({ seat, kept: true, turns: bot.printed })) } });
    await new Promise((resolve) => { this.#go = resolve; });
    this.#go = null;
  }

  #after(state) {
    const time = performance.now();
    if (time - this.#told < kTellMs) return;
    this.#told = time;
    self.postMessage({ told: { turn: state.turn } });
  }
}

async function verify(rules, record) {
  let told = 0;
  const verified = rules.verify(record, (played, bytes) => {
    const percent = Math.floor((played * kPercent) / bytes);
    if (percent > told) {
      told = percent;
      self.postMessage({ played, bytes });
    }
  });
  self.postMessage({ verified });
}

async function play(rules, order) {
  playing = new Playing(rules, order);
  try {
    self.postMessage({ over: await playing.play() });
  } finally {
    playing = null;
  }
}

/** Examines a bot: the findings are those of `referee check-bot`. */
async function examineBot({ kit, bot, asked }) {
  const random = [...crypto.getRandomValues(new Uint8Array(32))].join();
  const told = await examine(await kitOf(kit), { ...asked, random }, { start: (tell) => new ExaminedBot(bot, tell), begins: (scenario) => self.postMessage({ scenario }), found: () => {} });
  self.postMessage({ examined: told });
}

/** What a game is under some options. */
function termsOf(rules, { game, options }) {
  const { seats, options: all, clock } = rules.match({ begin: { game, options, seed: 0, salt: "0".repeat(32) } });
  return { seats, options: all, clock };
}

self.onmessage = async ({ data: { wasm, record, order, position, about, check, go, seat, move } }) => {
  if (wasm) {
    rulesReady = load(wasm);
    rulesReady.catch(() => {}); // told with the first request
    return;
  }
  if (go) return playing?.go(go);
  if (move !== undefined) return playing?.move(seat, move);
  try {
    const rules = await rulesReady;
    if (record) await verify(rules, record);
    else if (order) await play(rules, order);
    else if (check) await examineBot(check);
    else if (about) self.postMessage({ terms: termsOf(rules, about) });
    else self.postMessage({ data: matchData(rules, position, -1, false) });
  } catch (failure) {
    self.postMessage({ failure: failure instanceof RulesError || failure instanceof KitError ? failure.message : String(failure) });
  }
};
