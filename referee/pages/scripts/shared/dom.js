// Lists, tables and drawings of pages, built from data without markup: texts become text nodes.
import {element} from "./elements.js";
import {plain} from "./texts.js";

const kSvg = "http://www.w3.org/2000/svg";

/// An SVG element, made like element() makes those of HTML.
export const drawn = (tag, attributes = {}, ...children) => {
  const node = document.createElementNS(kSvg, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
};

/// The text of a stranger, which cannot reorder the text around it.
export const foreign = (text, limit) => {
  const node = element("bdi", {}, plain(text, limit));
  if (String(text ?? "").length > node.textContent.length) node.title = plain(text, 400);
  return node;
};

/// A foreign text of several lines, as it is.
export const foreignLines = (lines) =>
  element("pre", {dir: "auto", tabindex: "0"}, lines.map((line) => plain(line, 2000)).join("\n"));

/// Loads a script that the page does without at first, a promise. Throws an Error with the text `why` where it cannot be had.
export const loadScript = (src, why) => new Promise((resolve, reject) => {
  document.body.append(element("script", {src, on: {load: resolve, error: () => reject(new Error(why))}}));
});

/// Changes the text of `node`, if it is another one.
export const setText = (node, text) => {
  if (node.textContent !== text) node.textContent = text;
};

export const setAttribute = (node, name, value) => {
  if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
};

/// Makes `nodes` the children of `parent`, in this order. Moving an element takes the focus away from it, so the
/// child that holds the focus stays where it is, and the others move around it.
export const arrange = (parent, nodes) => {
  const wanted = new Set(nodes);
  for (const child of [...parent.childNodes]) {
    if (!wanted.has(child)) child.remove();
  }
  const place = (list, end) => {
    for (const node of [...list].reverse()) {
      if (node.nextSibling !== end || node.parentNode !== parent) parent.insertBefore(node, end);
      end = node;
    }
  };
  const fixed = nodes.findIndex((node) => node.parentNode === parent && node.contains(document.activeElement));
  if (fixed >= 0) place(nodes.slice(0, fixed), nodes[fixed]);
  place(nodes.slice(fixed + 1), null);
};

/// The elements of a list of items: an item that is still there keeps its element.
export class KeyedList {
  /// `key(item)`: what makes an item the same; `create(item)`: its element; `update(element, item, index)` fills it.
  constructor(parent, {key, create, update}) {
    Object.assign(this, {parent, key, create, update});
    this.nodes = new Map();
  }

  show(items) {
    const nodes = new Map();
    items.forEach((item, index) => {
      const key = this.key(item);
      const node = this.nodes.get(key) ?? this.create(item);
      this.update(node, item, index);
      nodes.set(key, node);
    });
    this.nodes = nodes;
    arrange(this.parent, [...nodes.values()]);
  }
}

/// A table in a box that scrolls sideways by itself, so that the page does not; the keyboard reaches it to scroll.
export const scrolling = (label, table) =>
  element("div", {class: "scroll", role: "group", tabindex: "0", "aria-label": label}, table);

/// A disclosure that is filled by `fill(content)` when it is opened first. `changed()` fills it again, at once if it
/// is open.
export const disclosure = (summary, fill, attributes = {}) => {
  const content = element("div", {class: "content"});
  const node = element("details", {class: "more", ...attributes}, element("summary", {}, summary), content);
  let stale = true;
  const refresh = () => {
    if (!node.open || !stale) return;
    stale = false;
    fill(content);
  };
  node.addEventListener("toggle", refresh);
  return {node, content, changed: () => {
    stale = true;
    refresh();
  }};
};
