// What the address of a match's page asks for: ?autoplay, loop, fps=8 and theme=dark. A turn is behind the #: fragment.js.
import {colorsOf} from "../painting/colors.js";
import {kFastest, kSlowest} from "./playback.js";

const kThemes = ["light", "dark"];

/// {autoplay, loop, speed (frames a second, or null), theme ("light", "dark" or null)} of `search`, the part of an address
/// from ? on. A value that cannot be used counts as none.
export const pageOptions = (search) => {
  const asked = new URLSearchParams(search);
  const fps = Number(asked.get("fps"));
  const theme = asked.get("theme");
  const is = (key) => asked.has(key) && !["0", "false", "no"].includes(asked.get(key));
  return {
    autoplay: is("autoplay"), loop: is("loop"),
    speed: fps > 0 ? Math.max(kSlowest, Math.min(fps, kFastest)) : null,
    theme: kThemes.includes(theme) ? theme : null,
  };
};

const dashed = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/// The design tokens of `theme`: [[name, value], ...]. All other rules of the pages are made of them.
export const tokensOf = (theme) => Object.entries(colorsOf(theme)).flatMap(([name, value]) => {
  if (name === "onSeat") return [["--on-seat", value[0]]];
  if (name === "seats") return value.map((color, seat) => [`--seat-${seat}`, color]);
  return [[`--${dashed(name)}`, value]];
});

let forced = null;

/// The theme of useTheme(); null: as the reader's device prefers.
export const forcedTheme = () => forced;

/// Shows the page in `theme`, whatever the reader's device prefers; null: as it prefers.
export const useTheme = (theme) => {
  forced = theme;
  if (theme === null) return;
  const {style} = document.documentElement;
  style.colorScheme = theme;
  for (const [name, value] of tokensOf(theme)) style.setProperty(name, value);
};

/// Whether this page stands in a frame of another: its address is embed/ID.
export const isEmbedded = (path) => path.split("/").at(-2) === "embed";
