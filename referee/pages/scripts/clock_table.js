// Faults by kind, and what the clock has charged each entrant for a turn, against its budget.
(() => {
  "use strict";
  const referee = (globalThis.referee ??= {});
  const {element} = referee;

  /// The kinds of faults that occurred, most frequent first.
  const faultKinds = (standings) => {
    const sums = new Map();
    for (const {faults} of standings) {
      for (const [kind, count] of Object.entries(faults ?? {})) sums.set(kind, (sums.get(kind) ?? 0) + count);
    }
    return [...sums].filter(([, count]) => count > 0).sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([kind]) => kind);
  };

  /// What the bars of charges are measured by: each one's own budget, or the worst charge of all without budgets.
  const chargeShare = (charge, worst) => {
    const whole = charge.budget_us ?? worst;
    const share = (us) => (whole > 0 && typeof us === "number" ? Math.min(1, us / whole) : 0);
    return {mean: share(charge.mean_us), worst: share(charge.worst_us), over: charge.budget_us !== null && charge.worst_us > charge.budget_us};
  };

  const kWidth = 140;

  const chargeBar = ({mean, worst, over}) => {
    const bar = referee.drawn("svg", {class: over ? "charge-bar over" : "charge-bar", width: kWidth, height: 14, viewBox: `0 0 ${kWidth} 14`, "aria-hidden": "true"});
    bar.append(
        referee.drawn("rect", {class: "track", x: 0.5, y: 2.5, width: kWidth - 1, height: 9, rx: 2}),
        referee.drawn("rect", {class: "worst", x: 1, y: 3, width: Math.max(0, worst * (kWidth - 2)), height: 8, rx: 1.5}),
        referee.drawn("rect", {class: "mean", x: 1, y: 3, width: Math.max(1, mean * (kWidth - 2)), height: 8, rx: 1.5}));
    return bar;
  };

  const percent = (part) => (part > 0 && part < 0.01 ? "< 1 %" : `${Math.round(100 * part)} %`);

  class ClockTable {
    constructor(parent, popover) {
      Object.assign(this, {popover});
      this.body = element("tbody");
      this.head = element("tr");
      parent.replaceChildren(referee.scrolling("Time and faults", element("table", {class: "clock"},
          element("caption", {}, element("span", {}, "Mean, worst and limit are thinking times for one turn. The bar shows how much of the limit was used: strong colour for the mean, pale colour up to the worst turn.")),
          element("thead", {}, this.head), this.body)));
      this.list = new referee.KeyedList(this.body, {
        key: (row) => row.entrant,
        create: (row) => element("tr", {"data-entrant": row.entrant}),
        update: (node, row) => this.update(node, row),
      });
    }

    show(data) {
      this.names = new referee.EntrantNames(data);
      this.worst = Math.max(0, ...data.standings.map(({charge}) => charge.worst_us ?? 0));
      const kinds = faultKinds(data.standings);
      if (JSON.stringify(kinds) !== JSON.stringify(this.kinds)) this.begin(kinds);
      this.list.show(data.standings);
    }

    begin(kinds) {
      this.kinds = kinds;
      const titles = ["Name", "Turns", ...(kinds.length > 0 ? kinds : ["Faults"]), "Mean", "Worst", "Limit", "Share of the limit"];
      this.head.replaceChildren(...titles.map((title) => element("th", {scope: "col", class: {Name: "name", "Share of the limit": "share"}[title]}, referee.plain(title, 24).replaceAll("_", " "))));
    }

    update(node, row) {
      const {charge, faults} = row;
      const shown = JSON.stringify([charge, faults, this.kinds, this.names.text(row.entrant), charge.budget_us === null ? this.worst : 0]);
      if (node.shown === shown) return;
      node.shown = shown;
      const counts = this.kinds.length > 0 ? this.kinds.map((kind) => faults[kind] ?? 0) : [0];
      const share = chargeShare(charge, this.worst);
      node.replaceChildren(
          element("th", {scope: "row", class: "name"}, this.names.node(row.entrant)),
          element("td", {}, String(charge.turns)),
          ...counts.map((count) => element("td", {class: count > 0 ? "fault" : "none"}, String(count))),
          ...[charge.mean_us, charge.worst_us, charge.budget_us].map((us) => element("td", {}, referee.timeText(us))),
          element("td", {class: "share"}, chargeBar(share), charge.budget_us === null ? "no limit for one turn" : `${percent(charge.mean_us / charge.budget_us)}, worst ${percent(charge.worst_us / charge.budget_us)}`));
    }
  }

  Object.assign(referee, {faultKinds, chargeShare, ClockTable});
})();
