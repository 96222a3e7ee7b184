// How the search of the site orders pages: those for users before those on rooms of the code. The numbers but `score` are Sphinx's own.
var Scorer = {
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: {0: 15, 1: 5, 2: -5},
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
  score: ([page, , , , score]) => score + (/^docs\/(tasks|reference)\//.test(page) ? 2 : /^(referee|tests|step)\/.*README$/.test(page) ? -4 : 0),
};
