// A histogram of what the clock has charged for turns, with the budget of a turn as a line.
import {disclosure, drawn, scrolling} from "../shared/dom.js";
import {element} from "../shared/elements.js";
import {countText, timeText} from "../shared/texts.js";

const kHeight = 190;
const kTop = 22;
const kBottom = 42;
const kLeft = 46;

/// The classes from the first to the last with a turn or with the budget: [{from, to, count}] in microseconds; the last
/// class has no upper bound (to: null).
export const chargeClasses = ({bounds_us: bounds, counts, budget_us: budget}) => {
  const classes = counts.map((count, index) => ({from: index === 0 ? 0 : bounds[index - 1], to: bounds[index] ?? null, count}));
  const used = classes.map(({from, to, count}) => count > 0 || (budget !== null && from < budget && (to === null || budget <= to)));
  const first = used.indexOf(true);
  return first < 0 ? [] : classes.slice(first, used.lastIndexOf(true) + 1);
};

/// Where `us` is among classes of equal width, from 0 to the number of classes.
export const chargePlace = (classes, us) => {
  const index = classes.findIndex(({to}) => to === null || us <= to);
  if (index < 0) return classes.length;
  const {from, to} = classes[index];
  return to === null ? index + 0.5 : index + Math.max(0, us - from) / (to - from);
};

const classText = ({from, to}) => (to === null ? `over ${timeText(from)}` : `${timeText(from)} to ${timeText(to)}`);

const picture = (classes, charges, width) => {
  const each = (width - kLeft - 8) / classes.length;
  const most = Math.max(...classes.map(({count}) => count), 1);
  const bottom = kHeight - kBottom;
  const svg = drawn("svg", {role: "img", width, height: kHeight, viewBox: `0 0 ${width} ${kHeight}`,
    "aria-label": `Histogram of ${countText(charges.turns, "turn")}: mean ${timeText(charges.mean_us)}, worst ${timeText(charges.worst_us)}; the table below has the numbers`});
  svg.append(drawn("line", {class: "axis", x1: kLeft, x2: width - 8, y1: bottom, y2: bottom}), drawn("text", {class: "end", x: kLeft - 8, y: kTop + 8}, String(most)),
      drawn("text", {class: "end", x: kLeft - 8, y: bottom}, "0"));
  classes.forEach(({from, count}, index) => {
    const high = count === 0 ? 0 : Math.max(2, (count / most) * (bottom - kTop));
    const over = charges.budget_us !== null && from >= charges.budget_us;
    svg.append(drawn("rect", {class: over ? "over" : "bar", x: kLeft + index * each + 1, y: bottom - high, width: Math.max(1, each - 2), height: high}));
  });
  const skip = Math.ceil(58 / each);
  classes.forEach(({from}, index) => {
    if (index % skip === 0) svg.append(drawn("text", {class: "middle", x: kLeft + index * each, y: bottom + 16}, from === 0 ? "0" : timeText(from)));
  });
  svg.append(drawn("text", {class: "middle title", x: (kLeft + width) / 2, y: kHeight - 4}, "thinking time for a turn"));
  if (charges.budget_us !== null) svg.append(...budgetLine(kLeft + chargePlace(classes, charges.budget_us) * each, charges.budget_us, width));
  return svg;
};

const budgetLine = (x, budget, width) => {
  const right = x > width * 0.6;
  return [
    drawn("line", {class: "budget", x1: x, x2: x, y1: kTop - 6, y2: kHeight - kBottom}),
    drawn("text", {class: right ? "budget end" : "budget", x: right ? x - 6 : x + 6, y: kTop - 8}, `limit ${timeText(budget)}`),
  ];
};

/// The histogram of `charges` as an element that draws itself anew when its room changes; with its numbers as a table.
export const chargeChart = (charges) => {
  const classes = chargeClasses(charges);
  if (classes.length === 0) return element("p", {class: "note"}, "No turn has been played yet.");
  const room = element("div", {class: "picture"});
  let width = 0;
  new ResizeObserver(() => {
    if (room.clientWidth === 0 || room.clientWidth === width) return;
    width = room.clientWidth;
    room.replaceChildren(picture(classes, charges, width));
  }).observe(room);
  const table = disclosure("As a table", (content) => content.replaceChildren(scrolling("Thinking times", element("table", {},
      element("thead", {}, element("tr", {}, element("th", {scope: "col", class: "name"}, "Thinking time"), element("th", {scope: "col"}, "Turns"))),
      element("tbody", {}, classes.map((one) => element("tr", {}, element("th", {scope: "row", class: "name"}, classText(one)), element("td", {}, String(one.count)))))))));
  const summary = `${countText(charges.turns, "turn")}, mean ${timeText(charges.mean_us)}, worst ${timeText(charges.worst_us)}` +
      (charges.budget_us === null ? "; one turn alone has no limit" : `; limit for a turn ${timeText(charges.budget_us)}`);
  return element("div", {class: "charge-chart"}, element("p", {}, summary), room, table.node);
};
