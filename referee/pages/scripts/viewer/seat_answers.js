// The answers of each seat, by turn: a seat may be asked every turn, every other, or seldom.
/// The answers of a match by seat; a live match grows.
export class SeatAnswers {
  constructor(data) {
    this.data = data;
    this.turns = 0;                                          // turns taken in
    this.bySeat = data.players.map(() => []);                // [{turn, answer, given}] in order; turn counts from 1
    this.faults = [];                                        // [{turn, answer}] of all seats
    this.longest = 0;                                        // the longest charge of the match, in µs
    this.grow();
  }

  /// Takes in the turns that the data has by now.
  grow() {
    for (; this.turns < this.data.turns.length; ++this.turns) {
      const {answers, given = false} = this.data.turns[this.turns];
      for (const answer of answers) {
        const entry = {turn: this.turns + 1, answer, given};
        this.bySeat[answer.seat]?.push(entry);
        if (given) continue;                                 // no player of this match has answered
        if (answer.verdict !== undefined && answer.verdict !== "ok") this.faults.push(entry);
        this.longest = Math.max(this.longest, answer.spent_us ?? 0);
      }
    }
  }

  /// The newest answer of `seat` after `turns` turns; null if it was not asked before.
  newest(seat, turns) {
    const entries = this.bySeat[seat];
    let low = 0;
    for (let high = entries.length; low < high;) {
      const middle = (low + high) >> 1;
      if (entries[middle].turn <= turns) low = middle + 1;
      else high = middle;
    }
    return low > 0 ? entries[low - 1] : null;
  }
}
