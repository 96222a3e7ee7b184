// What the address of a match's page asks for: ?autoplay, loop, fps=8 and theme=dark. A turn is behind the #: fragment.js.
(() => {
"use strict";
const referee = (globalThis.referee ??= {});

const kThemes = ["light", "dark"];

/// {autoplay, loop, speed (frames a second, or null), theme ("light", "dark" or null)} of `search`, the part of an address
/// from ? on. A value that cannot be used counts as none.
referee.pageOptions = (search) => {
  const asked = new URLSearchParams(search);
  const fps = Number(asked.get("fps"));
  const theme = asked.get("theme");
  const is = (key) => asked.has(key) && !["0", "false", "no"].includes(asked.get(key));
  return {
    autoplay: is("autoplay"), loop: is("loop"),
    speed: fps > 0 ? Math.max(referee.kSlowest, Math.min(fps, referee.kFastest)) : null,
    theme: kThemes.includes(theme) ? theme : null,
  };
};

const dashed = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/// The design tokens of `theme`: [[name, value], ...]. All other rules of the pages are made of them.
referee.tokensOf = (theme) => Object.entries(referee.colors(theme)).flatMap(([name, value]) => {
  if (name === "onSeat") return [["--on-seat", value[0]]];
  if (name === "seats") return value.map((color, seat) => [`--seat-${seat}`, color]);
  return [[`--${dashed(name)}`, value]];
});

/// Shows the page in `theme`, whatever the reader's device prefers; null: as it prefers.
referee.useTheme = (theme) => {
  referee.theme = theme;
  if (theme === null) return;
  const {style} = document.documentElement;
  style.colorScheme = theme;
  for (const [name, value] of referee.tokensOf(theme)) style.setProperty(name, value);
};

/// Whether this page stands in a frame of another: its address is embed/ID.
referee.isEmbedded = (path) => path.split("/").at(-2) === "embed";
})();
