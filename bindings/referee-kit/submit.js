// referee-kit submit: hands in a version of a bot over HTTP, as `referee submit` does.
import { existsSync, readFileSync, statSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import path from "node:path";

import { wrong } from "./options.js";
import { printable, printableLines } from "./shown.js";
import { packed } from "./tar.js";
import { trustOf, wrongPin } from "./trust.js";

const ARCHIVES = /\.(zip|tar|tar\.gz|tgz|7z|rar)$/i;
const PATIENCE_MS = 60000; // without a byte
const PAUSE_MS = 1000; // between two questions

/** The answer of the referee is no. */
class Refused extends Error {}
/** No referee answers there. */
class NoConnection extends Error {}

const NO_REFEREE = "the answer does not come from a referee: is the address right?";

/** The address of a tournament's pages. */
export function placeOf(text) {
  let url;
  try {
    url = new URL(text.includes("://") ? text : `http://${text}`);
  } catch {
    return wrong(`URL: got '${text}', expected https://HOST:PORT/`);
  }
  return ["http:", "https:"].includes(url.protocol) ? url : wrong(`URL: got '${text}', expected https://HOST:PORT/`);
}

/** One request, on a connection of its own. Returns {status, reason, retryAfter, text}. */
function exchange({ url, token, ca, pin }, method, target, body) {
  const isTls = url.protocol === "https:";
  const options = { method, host: url.hostname.replace(/^\[|\]$/g, ""), port: url.port || (isTls ? 443 : 80), path: target, agent: false,
    headers: { Authorization: `Bearer ${token}`, ...(body ? { "Content-Length": body.length } : {}) }, ...(isTls ? trustOf({ ca, pin }) : {}) };
  return new Promise((resolve, reject) => {
    let answered = false;
    const lost = (failure) => { if (!answered) reject(new NoConnection(`${url.href}: ${failure.message}`)); };
    const request = (isTls ? https : http).request(options, (answer) => {
      answered = true;
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("error", () => reject(new NoConnection(`${url.href}: the connection was lost`)));
      answer.on("end", () => resolve({ status: answer.statusCode, reason: answer.statusMessage, retryAfter: answer.headers["retry-after"],
        text: Buffer.concat(parts).toString("utf8") }));
    });
    request.setTimeout(PATIENCE_MS, () => request.destroy(new Error("no answer")));
    request.on("error", lost);
    const send = () => request.end(body);
    if (!isTls) return send();
    request.on("socket", (socket) => socket.on("secureConnect", () => { // nothing is said before the certificate is known
      const why = wrongPin(socket, pin);
      if (why) request.destroy(new Error(why));
      else send();
    }));
    return undefined;
  });
}

/** The JSON of an answer. */
async function ask(place, method, target, body) {
  const { status, reason, retryAfter, text } = await exchange(place, method, target, body);
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    data = null;
  }
  if (status >= 400) {
    const detail = typeof data?.detail === "string" ? data.detail : text;
    throw new Refused(`${status} ${reason}: ${printable(detail).slice(0, 300)}${retryAfter ? ` (try again in ${retryAfter} s)` : ""}`);
  }
  if (data === null || typeof data !== "object") throw new NoConnection(NO_REFEREE);
  return data;
}

/** {name, bytes, leftOut} of a folder, an archive, or a bot's only file. */
function packedBot(bot, most) {
  const isArchive = statSync(bot).isFile() && ARCHIVES.test(bot);
  const found = isArchive ? { name: path.basename(bot), bytes: readFileSync(bot), leftOut: [] } : packed(bot);
  if (found.bytes.length > most) throw new Refused(`${bot} is too large: at most ${most} bytes are accepted`);
  return found;
}

const WHEN = { now: "it plays now", next: "it plays from the next round on" };

/** Prints what has become of a version; the exit code. */
function report(version) {
  if (version.output) console.log(printableLines(version.output).replace(/\n$/, ""));
  for (const name of version.left_out ?? []) console.log(`not copied: ${printable(name)}`);
  if (version.status !== "ready") {
    console.log(`submission ${version.number} does not play (${printable(version.stage)}): ${printable(version.problem)}`);
    return 1;
  }
  const took = typeof version.turn_ms === "number" ? `, first answer after ${version.turn_ms.toFixed(0)} ms` : "";
  console.log(`submission ${version.number} is ready${took}: ${WHEN[version.plays] ?? "another submission plays"}`);
  return 0;
}

async function handIn(place, bot, wait) {
  const terms = await ask(place, "GET", "/api/submissions");
  const { name, bytes, leftOut } = packedBot(bot, terms.max_bytes);
  for (const file of leftOut) console.log(`left out, because it is no plain file: ${printable(file)}`);
  let version = await ask(place, "PUT", `/submissions?name=${encodeURIComponent(name)}`, bytes);
  if (!Number.isInteger(version.number) || typeof version.sha256 !== "string") throw new NoConnection(NO_REFEREE);
  const target = `/api/submissions/${version.number}`;
  console.log(`received: submission ${version.number}${version.known ? ", the same as before" : ""}, SHA-256 ${printable(version.sha256)}`);
  if (!wait) return 0;
  for (version = await ask(place, "GET", target); version.status === "waiting"; version = await ask(place, "GET", target)) {
    await new Promise((resolve) => { setTimeout(resolve, PAUSE_MS); });
  }
  return report(version);
}

/** Hands in. `place`: {url, token, ca?, pin?}. Returns the exit code: 0 it plays, 1 it does not, 3 no connection. */
export async function submit(place, bot, { wait = true } = {}) {
  if (place.url.protocol !== "https:" && (place.ca !== undefined || place.pin !== undefined)) wrong(`--ca and --pin are for https://: got ${place.url.href}`);
  if (!existsSync(bot)) wrong(`${bot}: expected a folder, an archive or a file`);
  try {
    return await handIn(place, bot, wait);
  } catch (failure) {
    if (!(failure instanceof Refused) && !(failure instanceof NoConnection)) throw failure;
    console.error(`referee-kit: submit: ${printable(failure.message)}`);
    return failure instanceof Refused ? 1 : 3;
  }
}
