// The record of the match: download, and the commands that check and show it.
import {copyButton, element, icon} from "../shared/elements.js";
import {ownRecordLink, verifyHere} from "./own_record.js";

/// A word of a command line for a POSIX shell.
export const shellWord = (text) => (/^[\w./-]+$/.test(text) && !text.startsWith("-") ? text : `'${text.replaceAll("'", "'\\''")}'`);

/// The file name that the record has once it is downloaded.
export const recordFile = (data) => `${data.match}${data.status === "void" ? `.a${data.attempt}` : ""}.jsonl`;

const commandRow = (text, copied) => element(
    "div", {class: "command"}, text, copyButton("Copy", copied));

export class RecordPanel {
  constructor() {
    this.body = element("div", {class: "record"});
    this.showCommand = element("code");
    this.element = element("details", {class: "fold"}, element("summary", {}, "Record"), this.body);
  }

  show(data) {
    this.file = shellWord(recordFile(data));
    const verify = `referee verify ${this.file}`;
    const address = data.record ?? ownRecordLink();
    const link = address === null ? null : element(
        "a", {class: "download", href: address, download: recordFile(data)}, icon("download"),
        "Download the record");
    const replay = !data.replay ? [] : [element(
        "a", {class: "download", href: data.replay.link, download: data.replay.file}, icon("download"),
        `Download the replay for the game's own viewer (${Math.max(1, Math.round(data.replay.bytes / 1024))} KiB)`)];
    const isTold = data.clock === null;
    const verifies = data.verify === undefined ? verifyHere(recordFile(data)) : element(
        "a", {class: "verify-link", href: data.verify}, "Verify in this browser");
    this.lab = data.lab;
    this.labLink = data.lab === undefined ? null : element("a", {class: "lab-link", href: data.lab}, "Play on from this turn, in this browser");
    this.body.replaceChildren(...[
      link ?? element("p", {class: "note"}, data.status === "running"
          ? "You can download the record when the game is over." : "The record is not beside this page."),
      ...replay,
      ...(verifies ? [verifies] : []),
      ...(this.labLink ? [this.labLink] : []),
      element("p", {class: "note"}, isTold
          ? "The game's own program has played it, so nobody can play it again. This checks that nothing was changed since:"
          : "Check the record by playing it again:"),
      commandRow(element("code", {}, verify), () => verify),
      element("p", {class: "note"}, "Show it in a terminal, from this turn on:"),
      commandRow(this.showCommand, () => this.showCommand.textContent),
      element("dl", {class: "counts"}, ...this.facts(data).map(([label, value]) => element(
          "div", {}, element("dt", {}, label), element("dd", {}, value)))),
    ]);
  }

  facts(data) {
    const {kind, ...times} = data.clock ?? {};
    const clock = Object.entries(times).filter(([key]) => /^(ms|wall_ms|increment_ms|bank_ms|rate_ms|burst_ms)$/.test(key))
        .map(([key, value]) => `${key} ${value}`);
    const facts = [["game", data.match], ["attempt", data.attempt > 1 ? String(data.attempt) : ""], ["seed", data.seed === null ? "secret" : String(data.seed)],
                   ["clock", [kind ?? "the program's own", ...clock].join(", ")], ["started", data.started], ["ended", data.ended ?? ""],
                   ["sandbox", (data.sandbox ?? []).join(", ")]];
    return facts.filter(([, value]) => value);
  }

  update(turn) {
    if (this.labLink) this.labLink.href = `${this.lab}&turn=${turn}`;
    this.showCommand.textContent = `referee show ${this.file} --turn ${turn}`;
  }
}
