// The record that a page of one file has in it, and its verification by the rules that are in the page, too.
import {element} from "../shared/elements.js";
import {recordVerdict} from "../shared/record_verdict.js";
import {RulesWorker} from "../shared/rules_worker.js";
import {plain} from "../shared/texts.js";

const recordElement = () => document.getElementById("record");
const bytes = () => new TextEncoder().encode(JSON.parse(recordElement().textContent));

/// A link under which the reader's browser has the record; null: the page has none in it.
export const ownRecordLink = () => recordElement() && URL.createObjectURL(new Blob([bytes()], {type: "application/jsonl"}));

class VerifyHere {
  /// `name`: of the record.
  constructor(name) {
    this.name = name;
    this.button = element("button", {type: "button", class: "verify-here", on: {click: () => this.verify()}}, "Verify in this browser");
    this.bar = element("progress", {max: 100, value: 0, "aria-label": "Played again", hidden: true});
    this.problem = element("p", {role: "alert", hidden: true});
    this.verdicts = element("ul", {class: "verdicts"});
    this.element = element("div", {class: "own-record"}, this.button, this.bar, this.problem, element("div", {role: "status"}, this.verdicts));
  }

  async verify() {
    this.button.disabled = true;
    this.bar.hidden = false;
    this.problem.hidden = true;
    try {
      const rules = await RulesWorker.start();
      const verified = await rules.verify(bytes(), (part) => { this.bar.value = 100 * part; });
      rules.close();
      this.verdicts.replaceChildren(recordVerdict(this.name, verified));
    } catch (failure) {
      this.problem.textContent = `The record could not be verified: ${plain(failure.message, 500)}`;
      this.problem.hidden = false;
    }
    this.bar.hidden = true;
    this.button.disabled = false;
  }
}

/// What verifies the page's own record, which has that name; null: the page has none in it.
export const verifyHere = (name) => recordElement() && new VerifyHere(name).element;
