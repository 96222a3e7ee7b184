// Follows a tournament on a server.
import {readPage} from "./page_text.js";

const kLeastBetween = 1000;                        // milliseconds between two fetches of the tournament
const kRest = 4;                                   // and so many times as long as the last one took, with what it changed
const kRetries = [1000, 2000, 5000, 10000, 30000];  // milliseconds
const kHidden = 30000;                             // between two fetches of a page that nobody sees

/// Follows a tournament: server-sent events say that there is something new, then the page is fetched with its ETag.
export class TournamentSource {
  /// Calls onPage({page, data}), onBoards(boards) and onState("connecting" | "live" | "lost"). `version`: of the page
  /// that is shown. `world`: fetch, read(text of a page), EventSource, later(act, milliseconds) and now(), for tests.
  constructor({version = null, onPage, onBoards, onState}, world = {
    fetch: (...request) => fetch(...request),
    read: (text) => readPage(text),
    listen: (url) => new EventSource(url),
    later: (act, wait) => setTimeout(act, wait),
    now: () => Date.now(),
  }) {
    Object.assign(this, {version, onPage, onBoards, onState, world});
    this.isNew = version !== null;  // the page that is shown has just been loaded
    this.etag = null;
    this.fetching = false;
    this.again = false;      // something new came while fetching or waiting
    this.fetched = -Infinity;
    this.pause = kLeastBetween;
    this.failures = 0;       // of the stream of events, since it was open
    this.trouble = 0;        // fetches in a row that failed
    this.events = null;
    this.rests = 0;          // counts calls of start() and rest(): what an earlier one has planned is not done
  }

  start() {
    ++this.rests;
    this.stopped = false;
    this.onState("connecting");
    this.listen();
    if (!this.isNew) this.refresh();
  }

  /// Gives the connection back, until start() is called again: browsers have six for all pages of a server.
  stop() {
    ++this.rests;
    this.stopped = true;
    this.events?.close();
    this.events = null;
  }

  /// Gives the connection back, and fetches the tournament now and then, until start() or stop() is called.
  rest() {
    this.stop();
    const resting = ++this.rests;
    const look = () => {
      if (resting !== this.rests) return;
      this.refresh();
      this.world.later(look, kHidden);
    };
    this.world.later(look, kHidden);
  }

  /// The first event tells the version that the server has.
  listen() {
    if (this.stopped || this.events) return;
    const events = this.world.listen("api/events");
    this.events = events;
    events.addEventListener("open", () => {
      this.failures = 0;
      this.onState("live");
      if (!this.isNew) this.refresh();  // a server that has begun anew may count to the same version
      this.isNew = false;
    });
    events.addEventListener("tournament", (event) => {
      if (JSON.parse(event.data).version !== this.version) this.refresh();
    });
    events.addEventListener("boards", (event) => this.onBoards(JSON.parse(event.data)));
    events.addEventListener("error", () => this.failed());
  }

  /// The browser connects again by itself unless the server answered with an error.
  failed() {
    this.onState("lost");
    if (this.events?.readyState !== 2) return;
    this.events = null;
    const wait = kRetries[Math.min(this.failures++, kRetries.length - 1)];
    this.world.later(() => this.listen(), wait);
  }

  /// Fetches the tournament soon; once, however often this is called meanwhile.
  refresh() {
    if (this.fetching) {
      this.again = true;
      return;
    }
    this.fetching = true;
    this.world.later(() => this.fetch(), Math.max(0, this.fetched + this.pause - this.world.now()));
  }

  async fetch() {
    this.again = false;
    this.fetched = this.world.now();
    try {
      const response = await this.world.fetch("./", {headers: this.etag ? {"If-None-Match": this.etag} : {}});
      if (response.status === 200) {
        const page = this.world.read(await response.text());
        this.etag = response.headers.get("ETag");
        this.version = page.data.version;
        this.onPage(page);
      } else if (response.status !== 304) {
        throw new Error(`the server answers ${response.status}`);
      }
      this.trouble = 0;
    } catch (problem) {
      console.warn(`cannot fetch the tournament: ${problem.message}`);
      this.onState("lost");
      ++this.trouble;
      this.again = false;
      this.world.later(() => this.refresh(), kRetries[Math.min(this.trouble - 1, kRetries.length - 1)]);
    }
    this.fetching = false;
    this.pause = Math.max(kLeastBetween, kRest * (this.world.now() - this.fetched));
    if (this.again) this.refresh();
  }
}
