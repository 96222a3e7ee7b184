import assert from "node:assert/strict";
import test from "node:test";
import {commandOf, keyTable} from "../../../referee/pages/scripts/viewer/keys.js";

test("the keys are those of Table 1 of the Planets handout, and two more", () => {
  const table = {
    ArrowRight: "next", ArrowDown: "next", ArrowLeft: "previous", ArrowUp: "previous", Home: "first", PageUp: "first",
    End: "last", PageDown: "last", Enter: "forward", Backspace: "backward", " ": "pause", f: "faster", s: "slower", h: "help",
    "?": "help", w: "screen",
  };
  for (const [key, command] of Object.entries(table)) assert.equal(commandOf({key}), command, key);
});

test("capital letters act as small ones", () => {
  assert.equal(commandOf({key: "F"}), "faster");
});

test("keys of the browser stay the browser's", () => {
  assert.equal(commandOf({key: "f", ctrlKey: true}), undefined);
  assert.equal(commandOf({key: "ArrowLeft", altKey: true}), undefined);
  assert.equal(commandOf({key: "s", metaKey: true}), undefined);
  for (const key of ["Tab", "Escape", "F5", "x", "constructor", "toString"]) assert.equal(commandOf({key}), undefined, key);
});

test("enter and space press the button that has the focus; where text is, keys are text", () => {
  assert.equal(commandOf({key: "Enter"}, "control"), undefined);
  assert.equal(commandOf({key: " "}, "control"), undefined);
  assert.equal(commandOf({key: "ArrowRight"}, "control"), "next");
  assert.equal(commandOf({key: "ArrowRight"}, "text"), undefined);
  assert.equal(commandOf({key: "f"}, "text"), undefined);
});

test("the help names each command", () => {
  assert.equal(keyTable.length, 11);
});
