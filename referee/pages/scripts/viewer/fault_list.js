// The faults of a match as a list of buttons that go there.
import {brief, element} from "../shared/elements.js";
import {seatBadge} from "./seat_panel.js";
import {kindOf} from "./timeline.js";

const kMost = 100;
const kTextRoom = 120;

/// Faults of the same seat and verdict in a row as one: [{seat, verdict, first, last, text}], by first turn.
export const faultRuns = (answers) => {
  const runs = [];
  answers.bySeat.forEach((entries, seat) => {
    let run = null;
    for (const {turn, answer, given} of entries) {
      const fault = !given && kindOf(answer) !== "ok";
      if (fault && run?.verdict === answer.verdict) {
        run.last = turn;
      } else {
        run = fault ? {seat, verdict: answer.verdict, first: turn, last: turn, text: answer.fault ?? ""} : null;
        if (run) runs.push(run);
      }
    }
  });
  return runs.sort((one, other) => one.first - other.first || one.seat - other.seat);
};

const rowOf = ({seat, verdict, first, last, text}, several, goTo) => {
  const turns = first === last ? `Turn ${first}` : `Turns ${first} to ${last}`;
  return element("li", {}, element(
      "button", {type: "button", class: "fault-row", on: {click: () => goTo(first)}},
      several ? seatBadge(seat) : null, `${turns}: `,
      element("strong", {"data-kind": verdict === "late" ? "late" : "fault"}, verdict.replaceAll("_", " ")),
      element("bdi", {class: "fault-brief"}, brief(text, kTextRoom))));
};

/// `goTo(turn)`: is called when a person chooses a fault.
export class FaultList {
  constructor(goTo) {
    this.goTo = goTo;
    this.title = element("summary");
    this.list = element("ul", {class: "fault-list"});
    this.element = element("details", {class: "fold"}, this.title, this.list);
  }

  show(answers) {
    if (this.answers === answers && this.shown === answers.faults.length) return;
    this.answers = answers;
    this.shown = answers.faults.length;
    const runs = faultRuns(answers);
    this.title.textContent = this.shown === 0 ? "No faults" : `Faults (${this.shown})`;
    this.element.classList.toggle("empty", this.shown === 0);
    const rows = runs.slice(0, kMost).map((run) => rowOf(run, answers.bySeat.length > 1, this.goTo));
    if (runs.length > kMost) rows.push(element("li", {}, `and ${runs.length - kMost} more`));
    if (rows.length === 0) rows.push(element("li", {}, "No answer was late or illegal."));
    this.list.replaceChildren(...rows);
  }
}
