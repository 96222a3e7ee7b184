// The examination of a bot: kit.wasm orders what is done with the bot (bindings/wasm/kit/kit_check.cpp), and this file has it done and tells what the bot did.
// Nothing here is of Node: the kit examines processes with it, and the lab workers of a browser.
import { nowUs } from "./clock.js";

/** Examines a bot. `kit`: answers of kit_calls.js. `asked`: {games?, options?, clock?, turns?, answer_s?, pause_ms?, random: what nobody can guess}.
 * `start(tell)` starts the bot, which has say(line), endInput() and stop(): from then on nothing is told. What it does goes to `tell`:
 * {started: true}, {failed: an Error, which ends all}, {line, oversize, at_us}, {unfinished}, {closed}, {stderr}, {ended: "exit status 1"}. `found` is told
 * each finding, a line of text, and `begins` each {scenario, game, seat}. Returns {report: text, its parts summary, stderr and json, violations: their number}. */
export async function examine(kit, asked, { start, found, begins = () => {} }) {
  return new ExaminationRun(start, found, begins).run(kit, asked);
}

class ExaminationRun {
  #start;
  #found;
  #begins;
  #bot = null;
  #events = [];
  #wake = () => {};

  constructor(start, found, begins) {
    this.#start = start;
    this.#found = found;
    this.#begins = begins;
  }

  async run(kit, asked) {
    try {
      for (let told = kit({ check: asked }); ; told = kit({ events: this.#events.splice(0) })) {
        told.orders.forEach((order) => this.#obey(order));
        if (told.report !== undefined) return told;
        await this.#something(told.wait_until_us);
        const failed = this.#events.find((event) => event.failed)?.failed;
        if (failed) throw failed;
      }
    } finally {
      this.#bot?.stop();
    }
  }

  #obey(order) {
    if (order.scenario !== undefined) this.#begins(order.scenario);
    else if (order.finding !== undefined) this.#found(order.finding);
    else if (order.say !== undefined) this.#bot.say(order.say);
    else if (order.finish) this.#bot.endInput();
    else if (order.stop) this.#bot.stop();
    else if (order.start) this.#bot = this.#start((event) => { this.#events.push(event); this.#wake(); });
  }

  /** Waits for an event, or until that time of the steady clock. */
  async #something(until) {
    const left = (until - nowUs()) / 1000;
    if (this.#events.length > 0 || left <= 0) return;
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.min(left + 1, 2 ** 31 - 1));
      this.#wake = () => { clearTimeout(timer); resolve(); };
    });
  }
}
