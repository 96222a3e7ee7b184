// Starts the page of the workers, which the server has written: shows what it writes from then on.
(() => {
"use strict";
const referee = (globalThis.referee ??= {});

const byId = (id) => document.getElementById(id);

class WorkersPage {
  constructor() {
    this.announcer = new referee.Announcer((text) => referee.setText(byId("announcements"), text));
    this.connection = new referee.ConnectionState(byId("connection"), this.announcer);
    this.state = {state: "connecting", since: null};
    this.shownAt = new Date().toISOString();
    this.search = new referee.TableSearch(byId("table-search"), document);
  }

  start() {
    referee.showSorted(document);
    const source = new referee.PageSource("workers", {onPage: (text) => this.receive(text), onState: (state) => this.setState(state)});
    source.start();
    globalThis.addEventListener("online", () => source.start());
    document.addEventListener("visibilitychange", () => (document.visibilityState === "visible" ? source.start() : source.stop()));
    globalThis.addEventListener("pagehide", () => source.stop());
  }

  receive(text) {
    const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("main");
    if (!fresh) throw new Error("the server sent another page");
    referee.updateElement(document.querySelector("main"), fresh);
    referee.showSorted(document);
    this.search.show();
    this.shownAt = new Date().toISOString();
  }

  setState(state) {
    if (state !== this.state.state) this.state = {state, since: state === "lost" ? new Date().toISOString() : null};
    this.connection.show({...this.state, data: this.shownAt});
  }
}

referee.WorkersPage = WorkersPage;
if (globalThis.document?.body?.dataset.page === "workers") {
  document.addEventListener("DOMContentLoaded", () => {
    referee.workersPage = new WorkersPage();
    referee.workersPage.start();
  });
}
})();
