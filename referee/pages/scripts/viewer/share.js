// What a reader takes along: a link to the turn, a picture, a film, and the code that puts the game into another page.
import {copyButton, element, iconButton} from "../shared/elements.js";
import {sourceKind} from "../shared/source.js";
import {plain} from "../shared/texts.js";
import {filmType, recordFilm} from "./film.js";
import {fragmentOf} from "./fragment.js";
import {recordFile, shellWord} from "./record_panel.js";
import {saveFile, StillPicture} from "./still_picture.js";

const kPictureSide = 1080;  // px
const kFilmSide = 640;
const kFrame = {width: 640, height: 560};  // of the page in another, px

const quoted = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/// The address of the page that may stand in a frame, of that of the match's page; `fragment` names a turn.
export const embedAddress = (address, fragment) => {
  const url = new URL(address);
  url.pathname = url.pathname.replace(/\/matches\/([^/]*)$/, "/embed/$1");
  url.hash = fragment;
  return url.href;
};

/// The address of the match's whole page, of that of this page, which stands in a frame of another.
export const pageOfEmbedded = () => `../matches/${location.pathname.split("/").pop()}`;

/// HTML that shows the game in another page. `title`: who plays, any text.
export const embedCode = (address, title) => {
  const attributes = {src: address, title, ...kFrame, loading: "lazy", allow: "fullscreen", style: "border:0"};
  return `<iframe ${Object.entries(attributes).map(([name, value]) => `${name}="${quoted(String(value))}"`).join(" ")}></iframe>`;
};

const row = (label, field, ...buttons) => element("div", {class: "share-row"}, element("label", {}, label, field), ...buttons);
const field = () => element("input", {type: "text", readonly: true, class: "share-text", on: {focus: ({target}) => target.select()}});

export class ShareDialog {
  #viewer;

  /// `viewer`: whose frame is shared.
  constructor(viewer) {
    this.#viewer = viewer;
    this.link = field();
    this.code = field();
    this.status = element("p", {class: "note", role: "status"});
    this.codeRow = row("Code for another page, an LMS or a slide", this.code, copyButton("Copy the code", () => this.code.value));
    this.picture = this.button("Save a picture of this turn (PNG)", () => this.savePicture());
    this.film = this.button("Save a film", () => this.toggleFilm());
    this.command = element("code");
    this.dialog = element("dialog", {class: "help share", "aria-label": "Share"},
        iconButton("close", "Close", "Esc", () => this.dialog.close()), element("h2", {}, "Share"),
        row("Link to this turn", this.link, copyButton("Copy the link", () => this.link.value)), this.codeRow,
        element("p", {class: "actions"}, this.picture, this.film), this.status,
        element("p", {class: "note"}, "A moving picture (GIF), from the record: ", this.command));
    this.dialog.addEventListener("click", ({target}) => target === this.dialog && this.dialog.close());
    this.dialog.addEventListener("close", () => this.stop?.abort());
  }

  button(text, action) {
    return element("button", {type: "button", on: {click: action}}, text);
  }

  open() {
    const {playback, reel} = this.#viewer;
    playback.goTo(playback.index);
    const fragment = fragmentOf(playback.index, reel);
    const here = new URL(location.href);
    here.hash = fragment;
    this.link.value = here.href;
    this.codeRow.hidden = sourceKind() === "single" || !here.protocol.startsWith("http");
    this.code.value = embedCode(embedAddress(location.origin + location.pathname, fragment), reel.data.players.join(" vs "));
    this.command.textContent = `referee show ${shellWord(recordFile(reel.data))} --gif ${shellWord(`${reel.data.match}.gif`)}`;
    this.film.hidden = !filmType();
    this.setFilm(false);
    this.status.textContent = "";
    this.dialog.showModal();
  }

  picturesOf(side) {
    const {painter, board, reel} = this.#viewer;
    return new StillPicture({painter, theme: board.theme, players: reel.data.players, caption: (index) => this.#viewer.textAt(index)}, side);
  }

  fileName(ending) {
    const {reel, playback} = this.#viewer;
    return `${plain(reel.data.match, 60)}${ending === "png" ? `-turn-${reel.turnOf(playback.index)}` : ""}.${ending}`;
  }

  async savePicture() {
    const picture = this.picturesOf(kPictureSide);
    picture.paint(this.#viewer.playback.index);
    const blob = await new Promise((done) => picture.canvas.toBlob(done, "image/png"));
    saveFile(blob, this.fileName("png"));
    this.status.textContent = "The picture is saved.";
  }

  setFilm(recording) {
    this.film.textContent = recording ? "Stop recording" : "Save a film";
  }

  async toggleFilm() {
    if (this.stop) return this.stop.abort();
    this.stop = new AbortController();
    this.setFilm(true);
    try {
      const {reel, playback} = this.#viewer;
      const film = await recordFilm(this.picturesOf(kFilmSide), {from: 0, to: reel.length - 1, speed: playback.speed},
          (part) => { this.status.textContent = `Recording: ${Math.round(100 * part)} %`; }, this.stop.signal);
      if (film) saveFile(film, this.fileName(film.type.startsWith("video/mp4") ? "mp4" : "webm"));
      this.status.textContent = film ? "The film is saved." : "The recording was stopped.";
    } catch (error) {
      this.status.textContent = `The film could not be recorded: ${error.message}`;
    }
    this.stop = null;
    return this.setFilm(false);
  }
}
