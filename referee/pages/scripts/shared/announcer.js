// Tells people who do not see the page what has changed, at most every five seconds.
const kPause = 5000;  // milliseconds

/// Writes messages into a live region. Of messages that come faster only the newest is told.
export class Announcer {
  /// `write(text)` fills the live region. `clock`: {now(), later(act, milliseconds)}, for tests.
  constructor(write, clock = {now: () => Date.now(), later: (act, wait) => setTimeout(act, wait)}) {
    Object.assign(this, {write, clock});
    this.told = -Infinity;  // when the last message was written
    this.next = null;       // the message that waits
  }

  tell(message) {
    const waits = this.next !== null;
    this.next = message;
    if (waits) return;
    const wait = this.told + kPause - this.clock.now();
    if (wait <= 0) this.flush();
    else this.clock.later(() => this.flush(), wait);
  }

  flush() {
    this.told = this.clock.now();
    this.write(this.next);
    this.next = null;
  }
}
