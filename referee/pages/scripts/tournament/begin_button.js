// The button with which the arbiter begins the tournament. It is there where the address has had the token that the
// referee printed: #begin=TOKEN. Of its token a browser keeps nothing longer than its tab.
import {element} from "../shared/elements.js";

const kKept = "referee.begin";
const kFragment = /^#begin=([0-9a-f]{32,})$/;

export class BeginButton {
  /// `place`: the element that gets the button. `world`: for tests.
  constructor(place, world = {location, history, storage: sessionStorage, fetch: (...request) => fetch(...request)}) {
    Object.assign(this, {place, world, said: ""});
    this.take();
    this.button = element("button", {type: "button"}, "Begin the tournament");
    this.button.addEventListener("click", () => this.begin());
    this.status = element("p", {role: "status"});
    this.place.append(this.button, this.status);
  }

  /// Takes the token out of the address, which people see and share.
  take() {
    const found = kFragment.exec(this.world.location.hash);
    if (!found) return;
    this.world.storage.setItem(kKept, found[1]);
    this.world.history.replaceState(null, "", this.world.location.pathname + this.world.location.search);
  }

  get token() {
    return this.world.storage.getItem(kKept);
  }

  /// `waits`: the tournament has not begun.
  show(waits) {
    this.place.hidden = !(waits && (this.token || this.said));
    this.button.hidden = !this.token;
  }

  async begin() {
    this.button.disabled = true;
    const response = await this.world.fetch("api/begin", {method: "POST", headers: {Authorization: `Bearer ${this.token}`}}).catch(() => null);
    const answer = await response?.json().catch(() => null);
    this.said = response ? (answer?.text ?? answer?.detail ?? `The server answers ${response.status}.`) : "The server does not answer: try again.";
    if (response?.ok || response?.status === 403) this.world.storage.removeItem(kKept);  // begun, or the token is of an earlier start
    this.status.textContent = this.said;
    this.button.disabled = false;
    this.show(true);
  }
}
