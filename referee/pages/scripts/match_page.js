// Starts the page of a match.
(() => {
  "use strict";
  const referee = (globalThis.referee ??= {});

  const kAgain = 2000;  // ms until the match is fetched again after that has failed

  const matchName = () => location.pathname.split("/").pop().replace(/\.html$/, "");

  const tellProblem = (root, error, again) => {
    root.replaceChildren(referee.element("main", {class: "problem"}, referee.element("h1", {}, "This game cannot be shown"),
        referee.element("p", {role: "alert"}, error.message),
        error instanceof referee.RefusedError ? referee.element("p", {}, referee.element("a", {href: "../"}, "To the tournament")) : null,
        referee.element("button", {type: "button", on: {click: again}}, "Try again")));
  };

  // Follows a running match until it is over, and shows the whole match then.
  const follow = (viewer, load, eventsUrl) => {
    const again = async () => {
      live.close();
      try {
        const data = await load();
        viewer.load(data);
        if (data.status === "running") follow(viewer, load, eventsUrl);
      } catch (error) {
        viewer.setConnection("lost");
        console.warn(`The match could not be fetched: ${error.message}`);
        setTimeout(again, kAgain);
      }
    };
    const live = new referee.LiveMatch(eventsUrl, () => viewer.reel.turns, {
      turns: ({from, turns}) => viewer.grow(from, turns) || again(),
      again,
      state: (state) => viewer.setConnection(state),
    });
  };

  const startMatch = async (root) => {
    const name = matchName();
    const load = () => referee.loadData("match", `../api/matches/${name}`);
    try {
      const data = await load();
      root.replaceChildren();
      const viewer = new referee.Viewer(root, data);
      viewer.stage.focus({preventScroll: true});
      if (data.status === "running" && referee.sourceKind() === "server") {
        follow(viewer, load, (from) => `../api/matches/${name}/events?from=${from}`);
      }
      return viewer;
    } catch (error) {
      tellProblem(root, error, () => startMatch(root));
      if (!(error instanceof referee.RefusedError)) console.warn(error);
      return null;
    }
  };

  if (globalThis.document?.body?.dataset.page === "match") {
    addEventListener("DOMContentLoaded", async () => {
      const root = referee.element("div", {class: "page"});
      document.body.append(root);
      referee.viewer = await startMatch(root);
    });
  }
})();
