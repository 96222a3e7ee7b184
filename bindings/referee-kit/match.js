// One match between bots: by the rules, messages, verdicts and record of rules.wasm (bindings/wasm/kit_match.cpp). Nothing here is of Node: pages play
// matches with the same text (bindings/wasm/page).
import { now } from "./clock.js";

const microseconds = (time) => Number(time / 1000n);
const after = (ms) => now() + BigInt(Math.max(0, Math.ceil(ms * 1000))) * 1000n;

/** A line as the rules take it. */
const said = (line) => ({ oversize: line.oversize === true, text: (line.text ?? "").replace(/\p{Surrogate}/gu, "\ufffd") });

/** Waits for `hello`. Returns why the bot does not play, or null. */
async function greet(bot, rules, initMs) {
  const deadline = after(initMs);
  for (;;) {
    const line = await bot.line(deadline);
    if (line === null) return "no hello";
    if (line.gone !== undefined) return `no hello: ${line.gone}`;
    const { say, refusal, resume } = rules.match({ hello: said(line) });
    if (say === undefined) {
      bot.resumes = resume;
      return null;
    }
    bot.send(say);
    if (refusal) return refusal;
  }
}

/** What has come of a seat: a line, its end, or nothing by its time. */
function heard(seat, line) {
  if (line === null) return { silence: { seat, at_us: microseconds(now()) } };
  const at_us = microseconds(line.at);
  if (line.gone !== undefined) return { gone: { seat, why: line.gone, at_us } };
  return { line: { seat, at_us, ...said(line) } };
}

/** Asks one seat, until there is a verdict. */
async function ask(bot, rules, { seat, say }) {
  bot.send(say);
  let { until_us } = rules.match({ sent: { seat, at_us: microseconds(now()) } });
  for (;;) {
    const told = rules.match(heard(seat, await bot.line(BigInt(until_us) * 1000n)));
    if (told.say) bot.send(told.say);
    if (told.decided) return;
    until_us = told.until_us ?? until_us;
  }
}

/** Sends a bot all up to its first turn. */
function welcome(bot, version, { start, past }) {
  bot.send({ type: "welcome", protocol: 1, server: `referee ${version}`, name: bot.name });
  bot.send({ type: "wait", reason: "the match starts when all seats are taken" });
  bot.send(start);
  if (bot.resumes) past.forEach((message) => bot.send(message));
}

/** What an order's game begins with: the beginning of another record, or options and a seed. */
const beginning = ({ game, options, seed, salt, given, clock, from, legal }) => ({ ...(clock ? { clock } : {}), ...(legal ? { legal } : {}),
  ...(from ? { from: { record: from.record, turn: from.turn } } : { game, options: options ?? {}, seed, salt, given: given ?? [] }) });

/** Plays a match. `order`: {match, game, options, seed, salt, given?, clock?, bots: by seat, keepSeedSecret?}, or in place of the game's {from: {record: text, turn}},
 * which plays that record on. Each of `bots` is called to start one, or a promise of it: it has name, send(), line() and end(), as bot.js has.
 * keepSeedSecret: the bots are not told a seed that later games have, too. `host`: {rules, beforeTurn?(state, record), afterTurn?(state)}: both are
 * awaited; one match at a time is in the memory of `rules`. Returns {record: text, players, turns, result, absent: Map of why by seat, seats: [{turns, faults,
 * verdicts: {name: count}, first: the first fault, spent_us, worst_us}]}. Throws RulesError for wrong options. */
export async function playMatch(order, { rules, beforeTurn = () => {}, afterTurn = () => {} }) {
  const begun = rules.match({ begin: beginning(order) });
  if (order.bots.length !== begun.seats) throw new Error(`--bot: got ${order.bots.length}, expected ${begun.seats}: one for each seat of ${begun.game}`);
  const bots = await Promise.all(order.bots.map((start) => start()));
  const players = bots.map((bot) => bot.name);
  try {
    const absent = await Promise.all(bots.map((bot) => greet(bot, rules, begun.clock.init_ms)));
    let state = rules.match({ open: { match: order.match, players, absent, keep_seed_secret: order.keepSeedSecret === true } });
    let record = state.recorded;
    if (!state.result) bots.forEach((bot, seat) => welcome(bot, rules.version, state.say[seat]));
    while (!state.result) {
      await beforeTurn(state, record);
      const { asked } = rules.match({ ask: { at_us: microseconds(now()) } });
      await Promise.all(asked.map((turn) => ask(bots[turn.seat], rules, turn)));
      state = rules.match({ step: {} });
      record += state.recorded;
      await afterTurn(state);
    }
    state.say?.forEach((end, seat) => bots[seat].send(end));
    const { seats, ...result } = state.result;
    return { record, players, turns: state.say ? state.turn : 0, seats, result,
      absent: new Map(absent.map((why, seat) => [seat, why]).filter(([, why]) => why !== null)) };
  } finally {
    await Promise.all(bots.map((bot) => bot.end()));
  }
}
