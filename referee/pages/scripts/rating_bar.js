// An entrant's rating with its 95 % interval, on one scale for all entrants.
(() => {
  "use strict";
  const referee = (globalThis.referee ??= {});

  const kWidth = 96;
  const kHeight = 16;

  /// The scale that holds all intervals of the standings, {low, high}; null if nobody has a rating.
  const ratingScale = (standings) => {
    const ratings = standings.map(({rating}) => rating).filter(Boolean);
    if (ratings.length === 0) return null;
    const low = Math.min(...ratings.map((rating) => rating.low));
    const high = Math.max(...ratings.map((rating) => rating.high));
    return high > low ? {low, high} : {low: low - 1, high: high + 1};
  };

  const signed = (value) => (value > 0 ? `+${Math.round(value)}` : String(Math.round(value)).replace("-", "−"));

  /// "+120 (+60 to +180)"
  const ratingText = ({elo, low, high}) => `${signed(elo)} (${signed(low)} to ${signed(high)})`;

  /// The interval as a bar with the rating as a dot, and a line at 0.
  const ratingBar = ({elo, low, high}, scale) => {
    const at = (value) => 4 + ((value - scale.low) / (scale.high - scale.low)) * (kWidth - 8);
    const middle = kHeight / 2;
    const bar = referee.drawn("svg", {class: "rating-bar", width: kWidth, height: kHeight, viewBox: `0 0 ${kWidth} ${kHeight}`, "aria-hidden": "true"});
    if (scale.low < 0 && scale.high > 0) {
      bar.append(referee.drawn("line", {class: "zero", x1: at(0), x2: at(0), y1: 0, y2: kHeight}));
    }
    bar.append(
        referee.drawn("line", {class: "interval", x1: at(low), x2: at(high), y1: middle, y2: middle}),
        referee.drawn("circle", {class: "rating", cx: at(elo), cy: middle, r: 4}));
    return bar;
  };

  Object.assign(referee, {ratingScale, ratingText, ratingBar});
})();
