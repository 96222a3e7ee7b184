// The page that verifies records in the browser: by rules.wasm, in a worker.
import {Announcer} from "../shared/announcer.js";
import {setText} from "../shared/dom.js";
import {recordVerdict} from "../shared/record_verdict.js";
import {RulesWorker} from "../shared/rules_worker.js";
import {plain} from "../shared/texts.js";
import {fetchedRecord, wantedRecord} from "../shared/wanted_record.js";

const kMostBytes = 256 * 1024 * 1024;  // of a record
const byId = (id) => document.getElementById(id);

class VerifyPage {
  constructor() {
    this.announcer = new Announcer((text) => setText(byId("announcements"), text));
    this.queue = Promise.resolve();
  }

  start() {
    byId("files").addEventListener("change", () => this.take(byId("files").files));
    this.listenForDrops(byId("drop"));
    globalThis.addEventListener("hashchange", () => this.takeWanted());
    this.takeWanted();
  }

  listenForDrops(drop) {
    // A file that misses the field must not replace the page.
    for (const [type, over] of [["dragover", true], ["dragleave", false], ["drop", false]]) {
      document.addEventListener(type, (event) => {
        event.preventDefault();
        drop.classList.toggle("over", over);
        if (type === "drop") this.take(event.dataTransfer.files);
      });
    }
  }

  take(files) {
    for (const file of files) this.enqueue(file.name, () => this.bytesOf(file));
  }

  takeWanted() {
    const wanted = wantedRecord();
    if (wanted) this.enqueue(wanted.name, async () => new Uint8Array(await (await fetchedRecord(wanted)).arrayBuffer()));
  }

  async bytesOf(file) {
    if (file.size > kMostBytes) throw new Error("a record has at most 256 MiB");
    return new Uint8Array(await file.arrayBuffer());
  }

  /// One record at a time: a failure is told, and the next one follows.
  enqueue(name, read) {
    this.queue = this.queue.then(() => this.verify(name, read)).catch((failure) => this.tell(`${name}: ${failure.message}`));
  }

  async verify(name, read) {
    this.tell("");
    setText(byId("working-on"), `Playing ${plain(name, 200)} again`);
    byId("bar").value = 0;
    byId("working").hidden = false;
    try {
      const record = await read();
      this.rules ??= await RulesWorker.start();
      this.show(name, await this.rules.verify(record, (part) => { byId("bar").value = 100 * part; }));
    } finally {
      byId("working").hidden = true;
    }
  }

  show(name, verified) {
    byId("results").hidden = false;
    byId("verdicts").prepend(recordVerdict(name, verified));
    this.announcer.tell(`${plain(name, 200)}: ${plain(verified.text, 300)}`);
  }

  tell(problem) {
    setText(byId("problem"), plain(problem, 500));
    byId("problem").hidden = problem === "";
  }
}

new VerifyPage().start();
