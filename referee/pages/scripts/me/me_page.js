// Starts a student's page: asks for the token, sends it in a header only, and shows what it allows to see.
import {Announcer} from "../shared/announcer.js";
import {foreign, foreignLines, setText} from "../shared/dom.js";
import {element} from "../shared/elements.js";
import {OwnPage} from "../shared/own_pages.js";
import {countText, plain} from "../shared/texts.js";
import {Viewer} from "../viewer/viewer.js";
import {chargeChart} from "./charge_chart.js";
import {OwnMatches} from "./own_matches.js";
import {markParts} from "./own_mark.js";
import {placesTable} from "./own_place.js";

const kLeastBetween = 5000;      // milliseconds between two fetches that nobody asked for

const byId = (id) => document.getElementById(id);

class MePage extends OwnPage {
  constructor() {
    super(["me", "refresh", "forget"], [401, 403]);
    this.announcer = new Announcer((text) => setText(byId("announcements"), text));
    this.matches = new OwnMatches(byId("matches").querySelector(".content"), {
      onWatch: (match) => this.guarded(() => this.watch(match)),
      onRecord: (match) => this.guarded(() => this.download(match)),
    });
    Object.assign(this, {events: null, fetched: -Infinity, waiting: null, shown: {}});
  }

  start() {
    byId("refresh").addEventListener("click", () => this.guarded(() => this.load()));
    byId("close").addEventListener("click", () => this.closeViewer());
    // A page that nobody sees follows nothing: it would hold one of the few connections that a browser has.
    document.addEventListener("visibilitychange", () => (document.visibilityState === "visible" ? this.follow() : this.leave()));
    globalThis.addEventListener("pagehide", () => this.leave());
    this.askForToken();
  }

  entered() {
    this.follow();
  }

  forgotten() {
    this.leave();
    this.closeViewer();
    this.matches.show([]);
    this.shown = {};
    for (const id of ["places", "mark", "charges", "stderr"]) byId(id).querySelector(".content").replaceChildren();
    setText(byId("name"), "My games");
  }

  /// Fetches again when the tournament has changed, not more often than every five seconds.
  follow() {
    if (this.events || !this.source) return;
    this.events = new EventSource("api/events");
    this.events.addEventListener("tournament", () => {
      if (this.waiting !== null) return;
      this.waiting = setTimeout(() => {
        this.waiting = null;
        if (this.source) this.guarded(() => this.load());
      }, Math.max(0, this.fetched + kLeastBetween - Date.now()));
    });
  }

  leave() {
    this.events?.close();
    this.events = null;
  }

  async load() {
    this.fetched = Date.now();
    const {source} = this;
    const data = await (await source.get("api/me")).json();
    if (source === this.source) this.show(data);
  }

  show(data) {
    byId("name").replaceChildren(foreign(data.display || data.name, 80));
    const running = data.matches.filter(({status}) => status === "running").length;
    setText(byId("facts"), [data.display && data.display !== data.name ? plain(data.name, 40) : "",
      data.tournament ? plain(data.tournament, 60) : "", data.rank === null ? "" : `rank ${data.rank}`,
      data.better_than ? `better than ${plain(data.better_than, 40)}` : "",
      countText(data.matches.length, "game"), running > 0 ? `${running} being played` : "",
      data.withdrawn ? `withdrawn: ${plain(data.withdrawn, 120)}` : ""].filter(Boolean).join(" · "));
    byId("hand-in").hidden = !data.submissions;
    byId("places").hidden = !data.places;
    this.changed("places", data.places ?? [], (places) => [placesTable(places)]);
    byId("mark").hidden = !data.mark;
    this.changed("mark", data.mark ?? null, (mark) => (mark === null ? [] : markParts(mark)));
    this.matches.show(data.matches);
    this.changed("charges", data.charges, (charges) => [chargeChart(charges)]);
    this.changed("stderr", {lines: data.stderr, why: data.stderr_why}, ({lines, why}) => [
      lines === null ? element("p", {class: "note"}, plain(why ?? "There are none.", 300))
      : lines.length === 0 ? element("p", {class: "note"}, "Your bot has written nothing to standard error.") : foreignLines(lines)]);
  }

  /// Fills the section `id` if its data have changed.
  changed(id, data, fill) {
    const shown = JSON.stringify(data);
    if (this.shown[id] === shown) return;
    this.shown[id] = shown;
    byId(id).querySelector(".content").replaceChildren(...fill(data));
  }

  async watch(match) {
    const data = await (await this.source.get(`api/me/matches/${encodeURIComponent(match.match)}`)).json();
    const viewer = byId("viewer");
    setText(byId("viewer-title"), `${plain(match.place)}${data.seat === null ? "" : ", as my bot saw it"}`);
    const content = viewer.querySelector(".content");
    content.replaceChildren();
    viewer.hidden = false;
    this.viewer = new Viewer(content, data, {keepAddress: true});
    const {viewer: shown} = this;
    shown.seen.showPrinted(await (await this.source.get(`api/me/matches/${encodeURIComponent(match.match)}/printed`)).json());
    viewer.focus({preventScroll: true});
    viewer.scrollIntoView({block: "start"});
  }

  closeViewer() {
    const viewer = byId("viewer");
    if (viewer.hidden) return;
    viewer.hidden = true;
    viewer.querySelector(".content").replaceChildren();
    this.viewer = null;
    document.querySelector("#matches details[open] [data-does=watch]")?.focus();
  }

  /// A link cannot carry a header: the record is fetched, and then saved from memory.
  async download(match) {
    const blob = await (await this.source.get(`api/me/matches/${encodeURIComponent(match.match)}/record`)).blob();
    const url = URL.createObjectURL(blob);
    const link = element("a", {href: url, download: `${match.match.replace(/[^\w.-]/g, "_")}.jsonl`});
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 60000);
    this.announcer.tell("The record has been downloaded");
  }
}

if (globalThis.document?.body?.dataset.page === "me") {
  document.addEventListener("DOMContentLoaded", () => new MePage().start());
}
