// Colours of pages and pictures. The seats' are those of Okabe and Ito, which people with any colour vision can tell
// apart, darker or lighter so that each has a contrast of at least 3:1 with page, panel and board. pages.css has the
// same values; a test compares them.
const themes = {
  light: {
    page: "#f4f6f8", panel: "#ffffff", ink: "#17202a", soft: "#55606e", line: "#d3d9e0", edge: "#7b8794",
    accent: "#0b62c4", onAccent: "#ffffff", fault: "#c22f1e", late: "#9a6100", good: "#1d7a46",
    board: "#ffffff", wall: "#3d4855", ground: "#eef1f4",
    seats: ["#0072b2", "#c85400", "#00805c", "#b0508a", "#8a7400", "#3a86b8", "#4f5560", "#a36a00"],
    onSeat: ["#ffffff", "#ffffff", "#ffffff", "#ffffff", "#ffffff", "#ffffff", "#ffffff", "#ffffff"],
  },
  dark: {
    page: "#10151b", panel: "#1a212a", ink: "#eaeef3", soft: "#a3afbd", line: "#333e4a", edge: "#7c8896",
    accent: "#6cb3ff", onAccent: "#0a1622", fault: "#ff7d6b", late: "#f2b84b", good: "#5fcf90",
    board: "#151b22", wall: "#94a1b0", ground: "#222b35",
    seats: ["#56b4e9", "#f0793a", "#2fc397", "#dd92bd", "#f0e442", "#7f9fff", "#c3cad3", "#e69f00"],
    onSeat: ["#0a1622", "#0a1622", "#0a1622", "#0a1622", "#0a1622", "#0a1622", "#0a1622", "#0a1622"],
  },
};

/// The colours of `theme`, "light" or "dark". `seats` is by seat, `onSeat` is the colour of text on that of a seat.
export const colorsOf = (theme) => themes[theme];

/// The letter of a seat: A for seat 0.
export const seatLetter = (seat) => String.fromCharCode(65 + (seat % 26));
