// A page of one entrant: it asks for the token, keeps it, and forgets it when the server does not know it any more.
import {setText} from "./dom.js";
import {cleanToken, keptToken, OwnSource} from "./own_source.js";

const byId = (id) => document.getElementById(id);

/// A page says what it loads (`load`), what it does once the token is known (`entered`) or is not known any more (`forgotten`), and may say more
/// of a problem (`problemText`).
export class OwnPage {
  /// `forOwner`: the ids of what is shown once the token is known. `unknown`: the HTTP statuses that say that it is not.
  constructor(forOwner, unknown) {
    Object.assign(this, {forOwner, unknown, source: null});
  }

  /// Takes the token from the form, or the one that was kept.
  askForToken() {
    byId("ask").addEventListener("submit", (event) => {
      event.preventDefault();
      this.enter(byId("token").value);
    });
    byId("forget").addEventListener("click", () => this.forget(""));
    const kept = keptToken.read();
    if (kept) this.enter(kept);
    else byId("token").focus();
  }

  enter(text) {
    const token = cleanToken(text);
    if (token === null) return this.tell("This is no token: a token has no spaces and no special characters. Copy it again.");
    this.source = new OwnSource(token);
    return this.guarded(async () => {
      await this.load();
      keptToken.write(token);
      byId("token").value = "";
      byId("ask").hidden = true;
      for (const id of this.forOwner) byId(id).hidden = false;
      this.entered();
    });
  }

  /// Does it, and tells what went wrong. A token that the server does not know any more is forgotten.
  async guarded(act) {
    try {
      await act();
      this.tell("");
    } catch (problem) {
      if (problem.status === undefined) throw problem;
      if (this.unknown.includes(problem.status)) this.forget(problem.message);
      else this.tell(this.problemText(problem));
    }
  }

  tell(problem) {
    byId("problem").hidden = problem === "";
    setText(byId("problem"), problem);
  }

  forget(why) {
    keptToken.forget();
    this.source = null;
    for (const id of this.forOwner) byId(id).hidden = true;
    byId("ask").hidden = false;
    this.forgotten();
    setText(byId("facts"), "");
    this.tell(why);
    byId("token").focus();
  }

  entered() {}

  problemText(problem) {
    return problem.message;
  }
}
