// An entrant's token, and what is fetched and sent with it: in a header only.
import {countText, plain} from "./texts.js";

const kKept = "referee token";  // in the tab's storage, so that a reload works

/// What to tell people of an answer that is not 200, in a sentence.
export const refusalText = (status, retryAfter, detail) => {
  if (status === 401 || status === 403) return "The server does not know this token. Check that you copied all of it.";
  if (status === 404) return "The server cannot show this. The game may have been played again, or may still be secret.";
  if (status === 429) return `Too many attempts. Try again ${Number(retryAfter) > 0 ? `in ${countText(Number(retryAfter), "second")}` : "later"}.`;
  if (status === 503) return `The server is busy. Try again ${Number(retryAfter) > 0 ? `in ${countText(Number(retryAfter), "second")}` : "in a moment"}.`;
  return `The server answers ${status}${detail ? `: ${plain(detail, 200)}` : ""}.`;
};

/// A token fits into a header: no spaces around it, visible ASCII only.
export const cleanToken = (text) => {
  const token = text.trim();
  return /^[\x21-\x7e]{1,512}$/.test(token) ? token : null;
};

/// Fetches with a token. Throws an Error whose message is a sentence for people; its `status` is that of HTTP, 0 without
/// an answer.
export class OwnSource {
  constructor(token, ask = (...request) => fetch(...request)) {
    Object.assign(this, {token, ask});
  }

  async get(path) {
    return this.send(path, {});
  }

  /// Sends a request with the token, a method and a body, which fetch() takes, and returns what answers it.
  async send(path, request) {
    let response;
    try {
      response = await this.ask(path, {...request, headers: {Authorization: `Bearer ${this.token}`}, cache: "no-store"});
    } catch (problem) {
      throw Object.assign(new Error("The server cannot be reached. It may be stopped, or the network may be down: try again later."), {status: 0, cause: problem});
    }
    if (response.ok) return response;
    const detail = await response.json().then((told) => told.detail ?? told.title, () => "");  // a proxy may answer with any page
    throw Object.assign(new Error(refusalText(response.status, response.headers.get("Retry-After"), detail)), {status: response.status, detail});
  }
}

/// The token that this tab keeps until it is closed; null: none.
export const keptToken = {
  read: () => sessionStorage.getItem(kKept),
  write: (token) => sessionStorage.setItem(kKept, token),
  forget: () => sessionStorage.removeItem(kKept),
};
