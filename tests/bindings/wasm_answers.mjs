// Reads a JSON object from standard input, the folder of the package first: {"lines":[request lines in base64],"records":[base64]}.
// Prints {"answers":[...],"verified":[...],"game":{...}}: what rules.wasm says of them.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { load, RulesError } = await import(pathToFileURL(process.argv[2] + "/index.js"));
const input = JSON.parse(readFileSync(0, "utf8"));
const bytes = (text) => new Uint8Array(Buffer.from(text, "base64"));
const rules = await load();

function game() {
  const walls = rules.game("walls", { n: 3 }, 7);
  const copy = walls.clone();
  const refused = [copy.apply("forward"), copy.apply("up")];
  let error;
  try {
    rules.game("walls", { n: 4 });
  } catch (wrong) {
    error = wrong instanceof RulesError && wrong.message;
  }
  return { version: rules.version, refused, movers: [walls.toMove(), copy.toMove()], legal: walls.legal(0), scores: copy.scores(),
    seats: walls.seats, view: walls.view(), told: copy.tell().turn, error };
}

// A second memory: rules in it know nothing of the first.
const other = await load();
const apart = JSON.parse(other.answer('{"position":1}'));
process.stdout.write(JSON.stringify({
  answers: input.lines.map((line) => rules.answer(bytes(line))),
  verified: input.records.map((record) => rules.verify(bytes(record))),
  game: game(),
  apart: "error" in apart,
}));
