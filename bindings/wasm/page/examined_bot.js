// A bot in a worker of a browser under examination (bindings/referee-kit/examine.js): what it does goes to `tell`.
import { WorkerBot } from "./worker_bot.js";

export class ExaminedBot extends WorkerBot {
  #tell;

  /** `made`: of a player, as WorkerBot takes it. */
  constructor(made, tell) {
    super(made, ({ text }) => this.#say({ stderr: `${text}\n` }));
    this.#tell = tell;
    this.ready.then(() => this.#say({ started: true }));
  }

  take({ text, oversize = false }, at) {
    this.#say({ line: text, oversize, at_us: Number(at / 1000n) });
  }

  finish(why) {
    if (this.gone !== null) return;
    super.finish(why);
    this.#say({ closed: this.unfinished });
    this.#say({ ended: /exit status \d+/.exec(why)?.[0] ?? "exit status 1" });
  }

  /** Ends it; nothing more is told of it. */
  stop() {
    this.#tell = null;
    this.end();
  }

  heard() {
    this.#say({ unfinished: this.unfinished }); // also "": the end of a line may come by itself
  }

  #say(event) {
    this.#tell?.(event);
  }
}
