// The buttons of the viewer: each does what a key does.
import {element, icon, iconButton} from "../shared/elements.js";

/// A number of frames a second, for people: "4 frames a second", "1 frame in 2 s".
const speedText = (speed) => {
  const number = (value) => String(Math.round(100 * value) / 100);
  return speed < 1 ? `1 frame in ${number(1 / speed)} s` : `${number(speed)} frame${speed === 1 ? "" : "s"} a second`;
};
const speedBrief = (speed) => speedText(speed).replace(" a second", "/s");

/// `run(command)`: does what keys.js names.
export class Controls {
  constructor(host, run) {
    const button = (drawing, label, key, command) => iconButton(drawing, label, key, () => run(command));
    this.play = button("play", "Play", "space", "pause");
    this.play.classList.add("primary");
    this.speed = element("output", {class: "speed", "aria-label": "Speed"});
    this.live = element("button", {type: "button", class: "live-button", on: {click: () => run("last")}},
        element("span", {class: "dot", "aria-hidden": "true"}), "Live");
    this.screen = button("screen", "Whole screen", "w", "screen");
    this.screen.hidden = !document.fullscreenEnabled;
    this.position = element("p", {class: "position"});
    this.back = button("reverse", "Play backward", "backspace", "backward");
    const group = (name, label, ...parts) => element("div", {class: name, role: "group", "aria-label": label}, ...parts);
    host.append(this.position,
        group("transport", "Frames", button("first", "First frame", "home", "first"), this.back,
            button("back", "Previous frame", "left", "previous"), this.play,
            button("next", "Next frame", "right", "next"), button("last", "Last frame", "end", "last"), this.live),
        group("speeds", "Speed", button("slower", "Slower", "s", "slower"), this.speed,
            button("faster", "Faster", "f", "faster"), this.screen, button("help", "Keys and marks", "?", "help")));
  }

  update(playback, positionText) {
    const moves = playback.playing || playback.following;
    this.setPlay(moves, playback.direction);
    this.back.setAttribute("aria-pressed", String(playback.playing && playback.direction < 0));
    if (this.shownSpeed !== playback.speed) {
      this.shownSpeed = playback.speed;
      this.speed.textContent = speedBrief(playback.speed);
      this.speed.title = speedText(playback.speed);
    }
    if (!playback.live && document.activeElement === this.live) this.play.focus({preventScroll: true});  // keys go on
    this.live.hidden = !playback.live;
    this.live.setAttribute("aria-pressed", String(playback.following));
    if (this.position.textContent !== positionText) this.position.textContent = positionText;
  }

  setPlay(moves, direction) {
    const shown = moves ? "pause" : direction < 0 ? "reverse" : "play";
    if (this.shownPlay === shown) return;
    this.shownPlay = shown;
    const label = moves ? "Pause" : direction < 0 ? "Play backward" : "Play";
    this.play.replaceChildren(icon(shown));
    this.play.setAttribute("aria-label", label);
    this.play.title = `${label} (space)`;
  }
}
