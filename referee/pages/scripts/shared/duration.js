// Times as people read them.
const rounded = (value) => String(Number(value.toPrecision(3)));

/// "812 µs", "12.3 ms" or "4.56 s".
export const duration = (us) => {
  if (us < 1000) return `${us} µs`;
  if (us < 999500) return `${rounded(us / 1000)} ms`;
  return us < 999500000 ? `${rounded(us / 1e6)} s` : `${Math.round(us / 1e6)} s`;
};
