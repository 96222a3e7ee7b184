// The turns of a running match as the server sends them, and whether the connection stands.
const kFirstWait = 1000;  // ms until the next try, doubled after each
const kLongestWait = 15000;

/// Events of `url(from)`, where `from` is the number of turns that the page has. `on`: turns({from, turns}),
/// again() (fetch the whole match), state("connected" or "lost").
export class LiveMatch {
  constructor(url, turnsHere, on, environment = globalThis) {
    Object.assign(this, {url, turnsHere, on, environment, wait: kFirstWait, source: null, timer: null});
    this.connect();
  }

  connect() {
    const source = new this.environment.EventSource(this.url(this.turnsHere()));
    this.source = source;
    source.addEventListener("open", () => {
      this.wait = kFirstWait;
      this.on.state("connected");
    });
    source.addEventListener("turns", (event) => this.on.turns(JSON.parse(event.data)));
    source.addEventListener("end", () => this.finish());
    source.addEventListener("reset", () => this.finish());
    source.addEventListener("error", () => this.retry());
  }

  finish() {
    this.close();
    this.on.again();
  }

  // The browser would try again from the turn of the first time.
  retry() {
    this.close();
    this.on.state("lost");
    this.timer = this.environment.setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(2 * this.wait, kLongestWait);
  }

  close() {
    this.source?.close();
    this.environment.clearTimeout(this.timer);
  }
}
