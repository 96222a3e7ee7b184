// The record of the match: download, and the commands that check and show it.
(() => {
"use strict";
const referee = (globalThis.referee ??= {});

/// A word of a command line for a POSIX shell.
referee.shellWord = (text) => (/^[\w./-]+$/.test(text) && !text.startsWith("-") ? text : `'${text.replaceAll("'", "'\\''")}'`);

/// The file name that the record has once it is downloaded.
referee.recordFile = (data) => `${data.match}${data.status === "void" ? `.a${data.attempt}` : ""}.jsonl`;

const commandRow = (text, copied) => referee.element(
    "div", {class: "command"}, text, referee.copyButton("Copy", copied));

referee.RecordPanel = class {
  constructor() {
    this.body = referee.element("div", {class: "record"});
    this.showCommand = referee.element("code");
    this.element = referee.element("details", {class: "fold"}, referee.element("summary", {}, "Record"), this.body);
  }

  show(data) {
    this.file = referee.shellWord(referee.recordFile(data));
    const verify = `referee verify ${this.file}`;
    const address = data.record ?? referee.ownRecordLink?.() ?? null;
    const link = address === null ? null : referee.element(
        "a", {class: "download", href: address, download: referee.recordFile(data)}, referee.icon("download"),
        "Download the record");
    const replay = !data.replay ? [] : [referee.element(
        "a", {class: "download", href: data.replay.link, download: data.replay.file}, referee.icon("download"),
        `Download the replay for the game's own viewer (${Math.max(1, Math.round(data.replay.bytes / 1024))} KiB)`)];
    const isTold = data.clock === null;
    const verifies = data.verify === undefined ? referee.verifyHere?.(referee.recordFile(data)) : referee.element(
        "a", {class: "verify-link", href: data.verify}, "Verify in this browser");
    this.lab = data.lab;
    this.labLink = data.lab === undefined ? null : referee.element("a", {class: "lab-link", href: data.lab}, "Play on from this turn, in this browser");
    this.body.replaceChildren(...[
      link ?? referee.element("p", {class: "note"}, data.status === "running"
          ? "You can download the record when the game is over." : "The record is not beside this page."),
      ...replay,
      ...(verifies ? [verifies] : []),
      ...(this.labLink ? [this.labLink] : []),
      referee.element("p", {class: "note"}, isTold
          ? "The game's own program has played it, so nobody can play it again. This checks that nothing was changed since:"
          : "Check the record by playing it again:"),
      commandRow(referee.element("code", {}, verify), () => verify),
      referee.element("p", {class: "note"}, "Show it in a terminal, from this turn on:"),
      commandRow(this.showCommand, () => this.showCommand.textContent),
      referee.element("dl", {class: "counts"}, ...this.facts(data).map(([label, value]) => referee.element(
          "div", {}, referee.element("dt", {}, label), referee.element("dd", {}, value)))),
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
};
})();
