// Which entrant is the reader's own: remembered in this browser, for this tournament. It is no proof and no secret.
/// Where the choice is kept. `path`: of the tournament's page, which tells tournaments apart.
const keyOf = (path) => `referee-mine:${path}`;

/// The path of the tournament's page, from that of a page in a folder below it.
export const homeOf = (path) => path.replace(/[^/]*\/[^/]*$/, "");

/// `store`: localStorage, or what stands in for it; a browser may refuse both reading and writing.
class Mine {
  constructor(path, store) {
    Object.assign(this, {key: keyOf(path), store});
  }

  /// The number of the entrant, from 0; null: none is chosen.
  get entrant() {
    const kept = this.attempt(() => this.store().getItem(this.key));
    return typeof kept === "string" && /^\d{1,9}$/.test(kept) ? Number(kept) : null;
  }

  /// False if the browser keeps nothing.
  choose(entrant) {
    return this.attempt(() => {
      if (entrant === null) this.store().removeItem(this.key);
      else this.store().setItem(this.key, String(entrant));
      return true;
    }) ?? false;
  }

  attempt(action) {
    try {
      return action();
    } catch (refused) {  // private windows, and pages from a disk, may have no storage
      console.info(`Nothing is remembered: ${refused.message}`);
      return null;
    }
  }
}

/// What is remembered for the tournament whose page has this path.
export const mineOf = (path, store = () => globalThis.localStorage) => new Mine(path, store);
