// Follows a page that the server writes whole: fetches it again every few seconds.
const kEvery = 3000;                         // milliseconds between two fetches
const kRetries = [1000, 2000, 5000, 10000];  // after so many failures in a row
const kPatience = 10000;                     // a server that answers later is lost

export class PageSource {
  /// Calls onPage(text) and onState("connecting" | "live" | "lost"). `world`: fetch(url) and later(act, milliseconds),
  /// for tests.
  constructor(url, {onPage, onState}, world = {
    fetch: (address) => fetch(address, {cache: "no-cache", signal: AbortSignal.timeout(kPatience)}),
    later: (act, wait) => setTimeout(act, wait),
  }) {
    Object.assign(this, {url, onPage, onState, world});
    this.failures = 0;  // in a row
    this.run = 0;       // counts calls of start() and stop(): what belongs to an earlier one ends
  }

  start() {
    const run = ++this.run;
    this.onState("connecting");
    return this.fetch(run);
  }

  stop() {
    ++this.run;
  }

  async fetch(run) {
    let wait = kEvery;
    try {
      const text = await this.load();
      if (run !== this.run) return;
      this.failures = 0;
      this.onPage(text);
      this.onState("live");
    } catch (problem) {
      if (run !== this.run) return;
      console.warn(`cannot fetch the page: ${problem.message}`);
      wait = kRetries[Math.min(this.failures++, kRetries.length - 1)];
      this.onState("lost");
    }
    this.world.later(() => run === this.run && this.fetch(run), wait);
  }

  async load() {
    const response = await this.world.fetch(this.url);
    if (!response.ok) throw new Error(`the server answers ${response.status}`);
    return response.text();
  }
}
