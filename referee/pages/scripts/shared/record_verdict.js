// What a verification in the browser has found.
import {foreign} from "./dom.js";
import {element} from "./elements.js";

const counted = (count, one, more) => `${count} ${count === 1 ? one : more}`;

/// What a person should know beside the words of `referee verify`.
const notes = (verified) => [
  verified.unknown_keys > 0 ? `${counted(verified.unknown_keys, "key", "keys")} that this version does not know: not checked` : "",
  verified.difference?.field === "game" ? "This page has the rules of the built-in games of its version." : "",
].filter(Boolean);

/// An entry of a list of verdicts. `verified`: what RulesWorker.verify() gives.
export const recordVerdict = (name, verified) => element(
    "li", {class: verified.status === "ok" ? "true" : "different"},
    element("p", {}, foreign(name, 200), ": ", foreign(verified.text, 1000)),
    notes(verified).map((note) => element("p", {class: "note"}, note)));
