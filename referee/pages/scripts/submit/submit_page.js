// The page on which an entrant hands in versions of its bot.
import {Announcer} from "../shared/announcer.js";
import {foreignLines, scrolling, setText} from "../shared/dom.js";
import {element} from "../shared/elements.js";
import {OwnPage} from "../shared/own_pages.js";
import {countText, plain} from "../shared/texts.js";
import {followVersion, versionText} from "../shared/version.js";
import {tarOf} from "./tar.js";

/// A number of bytes: "3 KiB".
export const bytesText = (bytes) =>
  bytes < 1024 ? `${bytes} B` : bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

/// What is sent: one file as it is, several as a tar archive.
export const bundleOf = async (files) => {
  const read = await Promise.all([...files].map(async (file) => ({name: file.name, bytes: new Uint8Array(await file.arrayBuffer())})));
  return read.length === 1 ? read[0] : {name: "bot.tar", bytes: tarOf(read)};
};

const byId = (id) => document.getElementById(id);

class SubmitPage extends OwnPage {
  constructor() {
    super(["submit", "forget"], [401]);
    this.announcer = new Announcer((text) => setText(byId("announcements"), text));
    Object.assign(this, {terms: null, sent: 0});
  }

  start() {
    byId("hand-in").addEventListener("submit", (event) => {
      event.preventDefault();
      this.guarded(() => this.handIn(byId("files").files));
    });
    this.listenForDrops(byId("drop"));
    this.askForToken();
  }

  listenForDrops(drop) {
    const mark = (over) => drop.classList.toggle("over", over);
    drop.addEventListener("dragover", (event) => {
      event.preventDefault();
      mark(true);
    });
    drop.addEventListener("dragleave", () => mark(false));
    drop.addEventListener("drop", (event) => {
      event.preventDefault();
      mark(false);
      if (event.dataTransfer.files.length > 0) byId("files").files = event.dataTransfer.files;
    });
  }

  problemText(problem) {
    return problem.detail ? `Not accepted: ${plain(problem.detail, 300)}.` : super.problemText(problem);
  }

  forgotten() {
    this.sent += 1;  // nobody waits for a version any more
    byId("result").hidden = true;
    byId("versions").querySelector(".content").replaceChildren();
  }

  async load() {
    const {source} = this;
    const terms = await (await source.get("api/submissions")).json();
    if (source !== this.source) return;
    this.terms = terms;
    setText(byId("facts"), `as ${plain(terms.entrant, 40)}`);
    setText(byId("limits"), `At most ${bytesText(terms.max_bytes)}, and ${countText(terms.per_hour, "submission")} in an hour.`);
    this.showVersions(terms.versions);
  }

  showVersions(versions) {
    const content = byId("versions").querySelector(".content");
    if (versions.length === 0) {
      content.replaceChildren(element("p", {class: "note"}, "You have submitted nothing yet."));
      return;
    }
    const row = (version) => element("tr", {}, element("th", {scope: "row"}, String(version.number)),
      element("td", {}, plain(version.at.slice(0, 16).replace("T", " "), 20)), element("td", {}, bytesText(version.bytes)),
      element("td", {class: "reason"}, versionText(version)));
    content.replaceChildren(scrolling("Submissions", element("table", {class: "faults"},
      element("thead", {}, element("tr", {}, ...["Submission", "Received (UTC)", "Size", "State"].map((text) => element("th", {scope: "col"}, text)))),
      element("tbody", {}, ...versions.map(row)))));
  }

  async handIn(files) {
    if (files.length === 0) return;
    const bundle = await bundleOf(files).catch((problem) => {
      throw Object.assign(problem, {status: 0});
    });
    if (bundle.bytes.length > this.terms.max_bytes) {
      throw Object.assign(new Error(`Your files have ${bytesText(bundle.bytes.length)}. At most ${bytesText(this.terms.max_bytes)} are accepted: leave files out.`), {status: 0});
    }
    byId("send").disabled = true;
    try {
      const path = `submissions?name=${encodeURIComponent(bundle.name)}`;
      const version = await (await this.source.send(path, {method: "PUT", body: bundle.bytes})).json();
      byId("hand-in").reset();
      await this.follow(version.number);
    } finally {
      byId("send").disabled = false;
    }
  }

  /// Shows what becomes of a version until it is ready or has failed.
  async follow(number) {
    const sent = (this.sent += 1);
    const {source} = this;
    const isOver = await followVersion(source, number, (version) => sent === this.sent && (this.showResult(version), true));
    if (!isOver) return;
    this.announcer.tell(byId("result-title").textContent);
    await this.load();
  }

  showResult(version) {
    setText(byId("result-title"), versionText(version));
    const parts = [];
    if (version.output) parts.push(foreignLines(version.output.split("\n")));
    if (version.left_out?.length > 0) parts.push(element("p", {class: "note"}, `Not copied: ${version.left_out.map((name) => plain(name, 80)).join(", ")}`));
    if (typeof version.turn_ms === "number") parts.push(element("p", {class: "note"}, `Its first answer took ${Math.round(version.turn_ms)} ms of thinking time.`));
    byId("result").querySelector(".content").replaceChildren(...parts);
    byId("result").hidden = false;
  }
}

if (globalThis.document?.body?.dataset.page === "submit") {
  document.addEventListener("DOMContentLoaded", () => new SubmitPage().start());
}
