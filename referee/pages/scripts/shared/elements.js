// Elements of a page. Text from outside becomes text nodes only, never markup.
const kSvg = "http://www.w3.org/2000/svg";

// Outlines in a square of 24 units.
const icons = {
  first: "M6 5v14M19 5l-9 7 9 7z", last: "M18 5v14M5 5l9 7-9 7z",
  back: "M15 5l-8 7 8 7", next: "M9 5l8 7-8 7",
  play: "M7 4l13 8-13 8z", reverse: "M17 4L4 12l13 8z", pause: "M8 5v14M16 5v14",
  slower: "M5 12h14", faster: "M5 12h14M12 5v14",
  help: "M9 9a3 3 0 1 1 4 2.8c-.8.4-1 .9-1 2.2M12 17.5v.5", copy: "M9 9h11v11H9zM5 15V4h11",
  close: "M6 6l12 12M18 6L6 18", download: "M12 4v11M7 11l5 5 5-5M5 20h14", share: "M12 15V4M8 8l4-4 4 4M6 12v8h12v-8",
  screen: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5", home: "M15 5l-8 7 8 7",
};

/// A new element. `attributes`: class, attributes by name, on (handlers by event); what is null or false is left
/// out. `children`: elements and texts; null is left out.
export const element = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "on") for (const [event, handler] of Object.entries(value)) made.addEventListener(event, handler);
    else made.setAttribute(key, value === true ? "" : String(value));
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
};

/// A drawing for a button; people who do not see it are told the button's label.
export const icon = (name) => {
  const svg = document.createElementNS(kSvg, "svg");
  for (const [key, value] of Object.entries({viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon"})) {
    svg.setAttribute(key, value);
  }
  const path = document.createElementNS(kSvg, "path");
  path.setAttribute("d", icons[name]);
  svg.append(path);
  return svg;
};

/// A button with a drawing. `name`: of the drawing, `label`: of the button, `key`: the key that does the same.
export const iconButton = (name, label, key, action) => element(
    "button", {type: "button", class: "icon-button", "aria-label": label, title: key ? `${label} (${key})` : label,
               on: {click: action}}, icon(name));

/// A name of an entrant, which may hold any characters: it changes the direction of no text around it.
export const nameElement = (name) => element("bdi", {class: "name", title: brief(name, 200)}, name);

/// The first `room` characters of a text.
export const brief = (text, room) => {
  const cut = text.slice(0, 2 * room);
  const characters = [...cut];
  return characters.length <= room && cut.length === text.length ? text : `${characters.slice(0, room).join("")}…`;
};

/// A button that copies the text that `text()` gives, and says that it did.
export const copyButton = (label, text) => {
  const caption = element("span", {}, label);
  const button = element("button", {type: "button", class: "copy-button"}, icon("copy"), caption);
  button.addEventListener("click", async () => {
    caption.textContent = (await copied(text(), button)) ? "Copied" : "Could not copy";
    setTimeout(() => { caption.textContent = label; }, 2000);
  });
  return button;
};

// Pages from a disk and over plain HTTP have no clipboard interface: a selection does it there.
const copied = async (text, beside) => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = element("textarea", {class: "visually-hidden", "aria-hidden": "true", tabindex: "-1"});
    area.value = text;
    beside.after(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    beside.focus();
    return done;
  }
};
