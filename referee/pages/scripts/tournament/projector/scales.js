// Scales of charts, and places for their labels.
/// Steps of 1, 2 or 5 times a power of ten that divide [low, high] into at most `most` parts: the marks, in order.
export const chartTicks = (low, high, most) => {
  const least = (high - low) / most || 1;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= least * 0.9999);
  const from = Math.floor(low / step + 1e-9);
  const to = Math.max(from + 1, Math.ceil(high / step - 1e-9));
  return Array.from({length: to - from + 1}, (_, index) => Number(((from + index) * step).toPrecision(12)));
};

/// Heights for labels that would stand at `wanted`, at least `apart` from each other and within [top, bottom]. In the
/// same order as `wanted`.
export const spreadLabels = (wanted, apart, top, bottom) => {
  const order = wanted.map((_, index) => index).sort((a, b) => wanted[a] - wanted[b] || a - b);
  const placed = [];
  order.forEach((index, at) => {
    placed[index] = Math.max(wanted[index], at === 0 ? top : placed[order[at - 1]] + apart);
  });
  let limit = bottom;
  for (const index of order.reverse()) {
    placed[index] = Math.min(placed[index], limit);
    limit = placed[index] - apart;
  }
  return placed;
};
