// Makes an element equal to another one of the same kind, and keeps its children where they are the same: whoever reads
// or has the focus in it is not disturbed.
import {arrange, setAttribute} from "./dom.js";

const keyOf = (node) => node.dataset?.key ?? null;

// A part that its reader has opened or closed stays so, until it begins in another way and nobody reads in it.
const keepsOpen = (node, fresh) => node.nodeName === "DETAILS"
  && (node.dataset.begins === fresh.dataset.begins || node.contains(document.activeElement));

const updateAttributes = (node, fresh) => {
  const kept = keepsOpen(node, fresh) ? "open" : null;
  for (const {name} of [...node.attributes]) {
    if (!fresh.hasAttribute(name) && name !== kept) node.removeAttribute(name);
  }
  for (const {name, value} of fresh.attributes) {
    if (name !== kept) setAttribute(node, name, value);
  }
};

/// The child of `node` that `fresh` is the new state of: that of the same key, or without a key the one at the same place.
const counterpart = (node, keyed, fresh, index) => {
  const key = keyOf(fresh);
  const found = key === null ? node.childNodes[index] : keyed.get(key);
  return found && found.nodeName === fresh.nodeName && keyOf(found) === key ? found : null;
};

/// `fresh` belongs to another document, and loses nodes to this one.
export const updateElement = (node, fresh) => {
  updateAttributes(node, fresh);
  const keyed = new Map([...node.children].filter((child) => keyOf(child) !== null).map((child) => [keyOf(child), child]));
  const used = new Set();
  const children = [...fresh.childNodes].map((child, index) => {
    const old = counterpart(node, keyed, child, index);
    if (!old || used.has(old)) return document.adoptNode(child);
    used.add(old);
    if (child.nodeType === Node.ELEMENT_NODE) updateElement(old, child);
    else if (old.nodeValue !== child.nodeValue) old.nodeValue = child.nodeValue;
    return old;
  });
  const sort = node.nodeName === "TH" ? node.querySelector(":scope > .sort") : null;  // of sorted_tables.js
  arrange(node, sort ? [...children, sort] : children);
};
