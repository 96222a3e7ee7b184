// The one global object of a page. It has only what comes from, or is for, scripts of other files:
//   painters, and what contract.js gives to painters   painter.js of each game
//   frameSources                                        what starts a painter that is not trusted: assets/painter.js
//   receive, refuse                                     files of data call them: source.js
//   rulesFiles, sampleFiles, checkFiles, pythonFiles, createEditor   what `scripts/build wasm` makes
//   viewer, tournamentPage, lab, workersPage            the page that is shown, for tests and for whoever looks into it
export const referee = (globalThis.referee ??= {});
