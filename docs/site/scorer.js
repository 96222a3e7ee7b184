// How the search of the site orders pages: those for users before those on rooms of the code, and of equal ones those whose title has a
// word of the question. The numbers but `score` are Sphinx's own.
var Scorer = {
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: {0: 15, 1: 5, 2: -5},
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
  score: ([page, title, , , score]) => {
    const words = (new URLSearchParams(window.location.search).get("q") ?? "").toLowerCase().split(/\s+/).filter(Boolean);
    const titled = words.some((word) => title.toLowerCase().includes(word)) ? 0.5 : 0;
    return score + titled + (/^docs\/(tasks|reference)\//.test(page) ? 2 : /^(referee|tests|step)\/.*README$/.test(page) ? -4 : 0);
  },
};
