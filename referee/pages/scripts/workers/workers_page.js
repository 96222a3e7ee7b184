// Starts the page of the workers, which the server has written: shows what it writes from then on.
import {Announcer} from "../shared/announcer.js";
import {ConnectionState} from "../shared/connection_state.js";
import {setText} from "../shared/dom.js";
import {referee} from "../shared/globals.js";
import {showSorted} from "../shared/sorted_tables.js";
import {TableSearch} from "../shared/table_search.js";
import {updateElement} from "../shared/update_element.js";
import {PageSource} from "./page_source.js";

const byId = (id) => document.getElementById(id);

class WorkersPage {
  constructor() {
    this.announcer = new Announcer((text) => setText(byId("announcements"), text));
    this.connection = new ConnectionState(byId("connection"), this.announcer);
    this.state = {state: "connecting", since: null};
    this.shownAt = new Date().toISOString();
    this.search = new TableSearch(byId("table-search"), document);
  }

  start() {
    showSorted(document);
    const source = new PageSource("workers", {onPage: (text) => this.receive(text), onState: (state) => this.setState(state)});
    source.start();
    globalThis.addEventListener("online", () => source.start());
    document.addEventListener("visibilitychange", () => (document.visibilityState === "visible" ? source.start() : source.stop()));
    globalThis.addEventListener("pagehide", () => source.stop());
  }

  receive(text) {
    const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("main");
    if (!fresh) throw new Error("the server sent another page");
    updateElement(document.querySelector("main"), fresh);
    showSorted(document);
    this.search.show();
    this.shownAt = new Date().toISOString();
  }

  setState(state) {
    if (state !== this.state.state) this.state = {state, since: state === "lost" ? new Date().toISOString() : null};
    this.connection.show({...this.state, data: this.shownAt});
  }
}

if (globalThis.document?.body?.dataset.page === "workers") {
  document.addEventListener("DOMContentLoaded", () => {
    referee.workersPage = new WorkersPage();
    referee.workersPage.start();
  });
}
