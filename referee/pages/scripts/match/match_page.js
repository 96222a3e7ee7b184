// Starts the page of a match.
import {element} from "../shared/elements.js";
import {referee} from "../shared/globals.js";
import {keptToken, OwnSource} from "../shared/own_source.js";
import {loadData, RefusedError, sourceKind} from "../shared/source.js";
import {isEmbedded, pageOptions, useTheme} from "../viewer/page_options.js";
import {Viewer} from "../viewer/viewer.js";
import {LiveMatch} from "./live.js";

const kAgain = 2000;  // ms until the match is fetched again after that has failed

const matchName = () => location.pathname.split("/").pop().replace(/\.html$/, "");

const tellProblem = (root, error, again) => {
  root.replaceChildren(element("main", {class: "problem"}, element("h1", {}, "This game cannot be shown"),
      element("p", {role: "alert"}, error.message),
      error instanceof RefusedError ? element("p", {}, element("a", {href: "../"}, "To the tournament")) : null,
      element("button", {type: "button", on: {click: again}}, "Try again")));
};

// What stands around the match: a page without it shows the match alone.
const showContext = async (viewer, name) => {
  if (sourceKind() === "single") return;
  try {
    viewer.header.showContext(await loadData("context", `../api/matches/${name}/context`), viewer.reel.data);
  } catch (error) {
    console.warn(`What stands around the match could not be fetched: ${error.message}`);
  }
};

// An entrant whose token this tab keeps (/me) sees what its own bot printed.
const showPrinted = async (viewer, name) => {
  const token = sourceKind() === "server" ? keptToken.read() : null;
  if (token === null) return;
  try {
    const source = new OwnSource(token);
    viewer.seen.showPrinted(await (await source.get(`../api/me/matches/${name}/printed`)).json());
  } catch (error) {
    if (![403, 404].includes(error.status)) console.warn(`What the bot printed could not be fetched: ${error.message}`);
  }
};

// Follows a running match until it is over, and shows the whole match then.
const follow = (viewer, load, eventsUrl, over) => {
  const again = async () => {
    live.close();
    try {
      const data = await load();
      viewer.load(data);
      if (data.status === "running") follow(viewer, load, eventsUrl, over);
      else over();
    } catch (error) {
      viewer.setConnection("lost");
      console.warn(`The match could not be fetched: ${error.message}`);
      setTimeout(again, kAgain);
    }
  };
  const live = new LiveMatch(eventsUrl, () => viewer.reel.turns, {
    turns: ({from, turns}) => viewer.grow(from, turns) || again(),
    again,
    state: (state) => viewer.setConnection(state),
  });
};

const startMatch = async (root) => {
  const name = matchName();
  const load = () => loadData("match", `../api/matches/${name}`);
  try {
    const data = await load();
    root.replaceChildren();
    const embedded = isEmbedded(location.pathname);
    const viewer = new Viewer(root, data, {...pageOptions(location.search), embedded});
    if (!embedded) {
      viewer.stage.focus({preventScroll: true});
      showContext(viewer, name);
      showPrinted(viewer, name);
    }
    if (data.status === "running" && sourceKind() === "server") {
      follow(viewer, load, (from) => `../api/matches/${name}/events?from=${from}`, () => embedded || (showContext(viewer, name), showPrinted(viewer, name)));
    }
    return viewer;
  } catch (error) {
    tellProblem(root, error, () => startMatch(root));
    if (!(error instanceof RefusedError)) console.warn(error);
    return null;
  }
};

if (globalThis.document?.body?.dataset.page === "match") {
  addEventListener("DOMContentLoaded", async () => {
    const root = element("div", {class: "page"});
    useTheme(pageOptions(location.search).theme);
    document.body.classList.toggle("embedded", isEmbedded(location.pathname));
    document.body.append(root);
    referee.viewer = await startMatch(root);
  });
}
