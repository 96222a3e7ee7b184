// Where a page has its data from: a server, files beside it (from a disk, browsers load nothing but scripts), or the
// page itself.
import {referee} from "./globals.js";

const received = new Map();

/// Files of data call this: kind is "match" or "tournament".
referee.receive = (kind, data) => received.set(kind, data);

/// Files of data that could not be made call this: `why` is for people.
referee.refuse = (kind, why) => received.set(kind, new Error(why));

/// What the file of data at `url` gives: null if there is none, or if it says why it has none. From a disk, browsers load no
/// data, but scripts.
export const loadFile = (kind, url) => new Promise((done) => {
  const script = document.createElement("script");
  const end = (data) => {
    script.remove();
    received.delete(kind);
    done(data instanceof Error ? null : data);
  };
  script.addEventListener("load", () => end(received.get(kind) ?? null));  // in the task in which the script has run
  script.addEventListener("error", () => end(null));
  script.src = url;
  document.head.append(script);
});

/// "server", "files" or "single".
export const sourceKind = () => document.querySelector("meta[name=referee-source]").content;

/// What a server said instead of data. `status`: the HTTP status.
export class RefusedError extends Error {
  constructor(status, text) {
    super(text);
    this.status = status;
  }
}

const refusal = async (response) => {
  const problem = await response.json().catch(() => ({}));  // a proxy in between may answer with any page
  return new RefusedError(response.status, problem.detail ?? problem.title ?? `The server answered ${response.status}.`);
};

/// The data of this page. `url` is where a server has it, `headers` what it wants to be told.
export const loadData = async (kind, url, headers = {}) => {
  if (sourceKind() === "single") return JSON.parse(document.getElementById("data").textContent);
  if (sourceKind() === "files") {
    if (!received.has(kind)) throw new Error("The data of this page are missing. Copy the whole folder, not only this file.");
    const data = received.get(kind);
    if (data instanceof Error) throw data;
    return data;
  }
  const response = await fetch(url, {headers, cache: "no-cache"});
  if (!response.ok) throw await refusal(response);
  return response.json();
};
