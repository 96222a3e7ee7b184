"""What a browser's own geometry says of a page: nothing is wider than the window, no text is cut, no texts lie over each other."""

FAULTS = r"""
const faults = [];
const page = document.documentElement;
if (page.scrollWidth > innerWidth) faults.push(`the page is ${page.scrollWidth} px wide in a window of ${innerWidth}`);
const named = (node) => `${node.tagName.toLowerCase()}${node.id ? `#${node.id}` : ""}${node.getAttribute("class") ? `.${node.getAttribute("class")}` : ""}`;
const brief = (text) => JSON.stringify(text.trim().replace(/\s+/g, " ").slice(0, 40));
const clips = (node) => /auto|scroll|hidden|clip/.test(getComputedStyle(node).overflowX);

/// What of `box` is seen inside of everything that cuts or scrolls it.
const seen = (node, box) => {
  let {left, top, right, bottom} = box;
  for (let around = node; around; around = around.parentElement) {
    if (!clips(around)) continue;
    const edge = around.getBoundingClientRect();
    [left, top, right, bottom] = [Math.max(left, edge.left), Math.max(top, edge.top), Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
  }
  return right - left > 1 && bottom - top > 1 ? {left, top, right, bottom} : null;
};

const texts = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const node = walker.currentNode;
  const parent = node.parentElement;
  if (!node.data.trim() || !parent.checkVisibility({visibilityProperty: true, contentVisibilityAuto: true}) || parent.closest("script, style, option, title, desc, .visually-hidden, .skip, dialog:not([open])")) continue;
  const range = document.createRange();
  range.selectNodeContents(node);
  for (const box of range.getClientRects()) {
    const part = seen(parent, box);
    if (part) texts.push({...part, node, parent, of: parent.closest("svg") ?? parent});
  }
  // An ellipsis is for names that are longer than anybody's, and for what a title tells whole.
  const cut = parent.closest("bdi, .text, td, th, h1, h2, h3, summary, p, a, button, select");
  if (cut && clips(cut) && cut.scrollWidth > cut.clientWidth + 1 && !/auto|scroll/.test(getComputedStyle(cut).overflowX) && node.data.trim().length <= 24) {
    faults.push(`cut: ${brief(node.data)} in ${named(cut)}`);
  }
}
for (const svg of document.querySelectorAll("svg")) {
  if (!svg.checkVisibility() || svg.closest(".scroll")) continue;
  for (const text of svg.querySelectorAll("text")) {
    const box = text.getBoundingClientRect();
    if (box.width > 0 && (box.right > innerWidth + 1 || box.left < -1 || box.right > svg.parentElement.getBoundingClientRect().right + 4)) faults.push(`a drawing cuts ${brief(text.textContent)}`);
  }
}
texts.sort((a, b) => a.top - b.top);
texts.forEach((one, index) => {
  for (let at = index + 1; at < texts.length && texts[at].top < one.bottom - 2; ++at) {
    const other = texts[at];
    if (other.parent === one.parent) continue;
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    // Lines of text that is set tight share a little of their height.
    if (across > 2 && down > 0.35 * Math.min(one.bottom - one.top, other.bottom - other.top)) faults.push(`over each other: ${brief(one.node.data)} and ${brief(other.node.data)}`);
  }
});
return [...new Set(faults)].slice(0, 12);
"""


def faults(browser):
    """What is wrong with the page that `browser` shows, in sentences."""
    return browser.run(FAULTS)
