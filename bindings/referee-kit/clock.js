// The clock of matches, which nobody can set: nanoseconds since some moment.
export const now = () => BigInt(Math.round(performance.now() * 1e6));
