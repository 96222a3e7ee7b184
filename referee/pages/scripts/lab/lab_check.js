// The examination of the lab's bot: the findings of `referee check-bot`, in this browser.
import {foreign, loadScript} from "../shared/dom.js";
import {element} from "../shared/elements.js";
import {referee} from "../shared/globals.js";
import {unpacked} from "../shared/rules_worker.js";
import {countText} from "../shared/texts.js";

const kOrder = ["violation", "advice", "ok", "not reached"];

/// What the worker examines with: check.js is loaded when it is asked for.
export const checkBytes = async (address) => {
  if (!referee.checkFiles) await loadScript(address, "The check cannot be loaded: the server does not give it now. Try again later.");
  return unpacked(referee.checkFiles.wasm);
};

/// Examines a bot; `bot`: a player of the rules' worker. `hear` is told {scenario}, what begins. Returns what examine() does.
export const examineBot = async (rules, {game, options, bot, kit}, hear) =>
    rules.request({check: {kit, bot, asked: {games: [game], options}}}, "examined", hear);

/// What a violation is and how to mend it, in the words of `check-bot`.
const adviceOn = ({note, line, expected, page, see, mend}) => element("dl", {}, ...[
  ["what", foreign(note, 2000)], ["line", line ? element("code", {}, foreign(line, 400)) : null], ["expected", expected], ["see", `referee docs ${page}: ${see}`], ["to mend", mend],
].filter(([, value]) => value).flatMap(([label, value]) => [element("dt", {}, label), element("dd", {}, value)]));

const row = (check) => element("li", {class: check.standing.replace(" ", "-")},
    element("span", {class: "standing"}, check.standing), " ", element("strong", {}, check.name),
    ...(check.standing === "violation" ? [adviceOn(check)] : [check.note ? ": " : null, check.note ? foreign(check.note, 300) : null]));

/// The findings as lists: what is to be mended first, and what is as it should be folded away.
export const findingsList = ({checks}) => {
  const of = (standings) => checks.filter(({standing}) => standings.includes(standing)).sort((a, b) => kOrder.indexOf(a.standing) - kOrder.indexOf(b.standing));
  const [open, rest] = [of(["violation", "advice"]), of(["ok", "not reached"])];
  const list = (found) => element("ul", {class: "findings"}, ...found.map(row));
  return [...(open.length > 0 ? [list(open)] : []),
          element("details", {class: "fold"}, element("summary", {}, countText(rest.length, "other check")), list(rest))];
};
