// The clock of matches, which nobody can set: nanoseconds since some moment.
export const now = () => BigInt(Math.round(performance.now() * 1e6));

/** Microseconds of that clock: the steady clock of kit.wasm. */
export const nowUs = () => Math.round(performance.now() * 1e3);
