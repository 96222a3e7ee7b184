// One match between bots: by the rules, clocks and record lines of rules.wasm (bindings/wasm/kit_match.cpp). Nothing here is of Node: pages play
// matches with the same text (bindings/wasm/page).
import { now } from "./clock.js";
import { Record } from "./record.js";

const milliseconds = (us) => us / 1000;
const after = (us) => now() + BigInt(Math.max(0, Math.ceil(us))) * 1000n;

const parsed = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const MOST_NESTED = 16; // arrays and objects in a line, as the protocol has it

/** Whether the protocol allows this line of JSON: not too deep, and each character whole. */
function isAllowed(text) {
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{]|[\]}]/g)) {
    if (token[0] === '"' && /\\ud[89a-f]/i.test(token) && /\\ud[89a-f]/i.test(JSON.stringify(parsed(token)))) return false;
    depth += token === "[" || token === "{" ? 1 : token === "]" || token === "}" ? -1 : 0;
    if (depth > MOST_NESTED) return false;
  }
  return true;
}

/** Waits for `hello`. Returns why the bot does not play, or null. */
async function greet(bot, initMs) {
  const deadline = after(initMs * 1000);
  for (;;) {
    const line = await bot.line(deadline);
    if (line === null) return "no hello";
    if (line.gone !== undefined) return `no hello: ${line.gone}`;
    const hello = parsed(line.text ?? "");
    if (hello?.type === "hello" && Number.isInteger(hello.protocol) && hello.protocol >= 1) {
      bot.resumes = hello.resume === true;
      return null;
    }
    bot.send({ type: "error", code: "expected_hello", message: 'say {"type":"hello","protocol":1} first' });
  }
}

/** What a line is to the open turn: {move}, {fault, verdict}, or null: it answers another turn. */
function meaning(line, match, turn) {
  if (line.oversize) return { verdict: "oversize", fault: "a line of more than 65536 bytes" };
  if (!isAllowed(line.text)) return { verdict: "malformed", fault: "more than 16 nested arrays and objects, or a broken character" };
  const message = parsed(line.text);
  if (message === null || typeof message !== "object" || message.type !== "move") {
    return { verdict: "malformed", fault: 'expected a line {"type":"move",...}' };
  }
  if (message.match !== match || message.turn !== turn) return null;
  return "move" in message ? { move: message.move } : { verdict: "malformed", fault: 'a move without the key "move"' };
}

/** Asks one seat. Returns what kit_match.cpp wants to know of its answer. */
async function ask(bot, { match, clock }, state, mover, last) {
  if (mover.is_out) return { spent_us: 0, verdict: "forfeited", fault: "out of the game by its clock" };
  bot.send({ type: "turn", match, turn: state.turn, view: mover.view,
    clock: { left_ms: milliseconds(Math.max(0, mover.left_us)), used_ms: milliseconds(mover.used_us) }, ...(last ? { last } : {}) });
  const sent = now();
  const deadline = after(clock.late === "wait" ? clock.silence_ms * 1000 : mover.limit_us + 1000);
  for (;;) {
    const line = await bot.line(deadline);
    const spent_us = Number(((line?.at ?? now()) - sent) / 1000n);
    if (line === null) return { spent_us: Math.max(spent_us, mover.limit_us + 1), verdict: "late", fault: "no answer in time", silent: true };
    if (line.gone !== undefined) return { spent_us: Math.max(0, spent_us), verdict: "disconnected", fault: line.gone };
    const answer = meaning(line, match, state.turn);
    if (answer !== null) return { spent_us: Math.max(0, spent_us), ...answer };
  }
}

/** Tells a bot what was wrong with its answer. */
function tell(bot, match, turn, entry) {
  if (entry.verdict !== "ok") bot.send({ type: "error", code: entry.verdict, message: entry.fault, match, turn });
  return { verdict: entry.verdict, charged_ms: milliseconds(entry.spent_us), loop_lag_ms: 0 };
}

/** Adds an answer to what its seat has done. */
function count(seat, turn, { verdict, fault, spent_us }) {
  seat.turns += 1;
  seat.spent_us += spent_us;
  seat.worst_us = Math.max(seat.worst_us, spent_us);
  if (verdict === "ok") return;
  seat.faults += 1;
  seat.verdicts[verdict] = (seat.verdicts[verdict] ?? 0) + 1;
  seat.first ??= { verdict, turn, fault };
}

/** The record's last line where too few bots have come. */
function absentLine(seats, absent) {
  const scores = Array.from({ length: seats }, (_, seat) => (absent.has(seat) || absent.size === seats ? 0 : 1));
  const rank = scores.map((score) => 1 + scores.filter((other) => other > score).length);
  const seatsAbsent = [...absent.keys()].sort((a, b) => a - b);
  const whole = JSON.stringify({ status: "done", result: { scores, rank }, no_show: seatsAbsent, why_absent: seatsAbsent.map((seat) => absent.get(seat)) });
  return whole.slice(0, -1);
}

/** What the header says of turns that were given. `from`: {source: {match, attempt, seal}}. */
const givenOf = (from, { given }) => (from ? { ...(given.length > 0 ? { given_turns: given.length } : {}), from: { ...from.source, turn: given.length } } : {});

function headerOf({ match, from, players }, begun) {
  const bySeat = (value) => players.map(() => value);
  return { record: 1, match, attempt: 1, tournament: null, round: null, table: null, game_no: null, game: begun.game, options: begun.options, seed: begun.seed, salt: begun.salt,
    ...givenOf(from, begun), commitment: begun.commitment, players, clock: begun.clock, measure: bySeat("wall"), stamp: bySeat("read"), sandbox: bySeat("none"),
    launched: bySeat(true), engine: begun.engine, started: new Date().toISOString() };
}

/** Sends a bot all up to its first turn. */
function welcome(bot, seat, { match, players, version }, begun) {
  bot.send({ type: "welcome", protocol: 1, server: `referee ${version}`, name: bot.name });
  bot.send({ type: "wait", reason: "the match starts when all seats are taken" });
  bot.send({ type: "start", match, game: begun.game, seat, players, setup: begun.setup, clock: begun.clock, commitment: begun.commitment,
    ...(begun.given.length > 0 ? { given_turns: begun.given.length } : {}) });
  if (bot.resumes) for (const { turn, view } of begun.past[seat] ?? []) bot.send({ type: "past", match, turn, view });
}

/** What an order's game begins with: the beginning of another record, or options and a seed. */
const beginning = ({ game, options, seed, salt, clock, from, legal }) => ({ ...(clock ? { clock } : {}), ...(legal ? { legal } : {}),
  ...(from ? { from: { record: from.record, turn: from.turn } } : { game, options: options ?? {}, seed, salt }) });

/** Plays a match. `order`: {match, game, options, seed, salt, clock?, bots: by seat, keepSeedSecret?}, or in place of the game's {from: {record: text, turn,
 * source: {match, attempt, seal}}}, which plays that record on. Each of `bots` is called to start one, or a promise of it: it has name, send(), line() and end(),
 * as bot.js has. keepSeedSecret: the bots are not told a seed that later games have, too. `host`: {rules, beforeTurn?(state, record), afterTurn?(state)}: both are
 * awaited. Returns {record: text, players, turns, result, absent: Map of why by seat, seats: [{turns, faults, verdicts: {name: count}, first: the first fault,
 * spent_us, worst_us}]}. Throws RulesError for wrong options. */
export async function playMatch(order, { rules, beforeTurn = () => {}, afterTurn = () => {} }) {
  let state = rules.match({ begin: beginning(order) });
  const begun = state;
  if (order.bots.length !== begun.seats) throw new Error(`--bot: got ${order.bots.length}, expected ${begun.seats}: one for each seat of ${begun.game}`);
  const bots = await Promise.all(order.bots.map((start) => start()));
  const players = bots.map((bot) => bot.name);
  try {
    const record = new Record({ ...headerOf({ ...order, players }, begun), server: `referee ${rules.version}` }, rules);
    begun.given.forEach((line) => record.turn(line));
    const refusals = await Promise.all(bots.map((bot) => greet(bot, begun.clock.init_ms)));
    const absent = new Map(refusals.map((why, seat) => [seat, why]).filter(([, why]) => why !== null));
    const seats = bots.map(() => ({ turns: 0, faults: 0, verdicts: {}, first: null, spent_us: 0, worst_us: 0 }));
    if (bots.length - absent.size < Math.min(2, bots.length)) {
      record.close(absentLine(bots.length, absent));
      return { record: record.text, players, turns: 0, seats, absent, result: JSON.parse(record.text.trimEnd().split("\n").at(-1)).result };
    }
    bots.forEach((bot, seat) => welcome(bot, seat, { match: order.match, players, version: rules.version }, begun));
    const last = [];
    while (state.to_move.length > 0) {
      const { turn } = state;
      await beforeTurn(state, record.text);
      const answers = await Promise.all(state.to_move.map((mover) => (absent.has(mover.seat)
        ? { spent_us: 0, verdict: "no_show", fault: absent.get(mover.seat) } : ask(bots[mover.seat], { match: order.match, clock: begun.clock }, state, mover, last[mover.seat]))));
      state = rules.match({ answers });
      record.turn(state.line);
      for (const entry of state.answers) {
        last[entry.seat] = tell(bots[entry.seat], order.match, turn, entry);
        count(seats[entry.seat], turn, entry);
      }
      await afterTurn(state);
    }
    record.close(state.closing);
    bots.forEach((bot, seat) => bot.send({ type: "end", match: order.match, rank: state.result.rank[seat], scores: state.result.scores,
      outcome: state.result.outcome, ...(last[seat] ? { last: last[seat] } : {}), faults: seats[seat].faults,
      ...(order.keepSeedSecret ? {} : { seed: begun.seed, salt: begun.salt }) }));
    return { record: record.text, players, turns: state.turn, seats, absent, result: state.result };
  } finally {
    await Promise.all(bots.map((bot) => bot.end()));
  }
}
