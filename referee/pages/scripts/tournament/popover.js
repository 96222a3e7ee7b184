// Explanations that open beside what they explain: on hover, tap and keyboard focus (WCAG 2.2, 1.4.13). Escape closes;
// the pointer may move into the explanation, and it stays until pointer and focus have left.
import {element} from "../shared/elements.js";
import {plain} from "../shared/texts.js";

const kOpenAfter = 120;   // milliseconds of hovering
const kCloseAfter = 250;  // for the way of the pointer from what is explained to the explanation
const kMargin = 8;        // pixels to the edge of the window

/// Where a box of `width` and `height` has room beside `anchor` (a rectangle), in a window of such a size: below it
/// if it fits there or there is more room than above.
export const placeBeside = (anchor, {width, height}, window) => {
  const left = Math.max(kMargin, Math.min(anchor.left, window.width - width - kMargin));
  const below = window.height - anchor.bottom;
  const top = below >= height + kMargin || below >= anchor.top ? anchor.bottom + 4 : anchor.top - 4 - height;
  return {left, top: Math.max(kMargin, Math.min(top, window.height - height - kMargin))};
};

/// One for a page; at most one explanation is open. What opens one has it in data-title and data-explains (lines); a
/// button takes the keyboard as well.
export class Popover {
  constructor() {
    this.trigger = null;
    this.pinned = false;  // opened by click or tap
    this.timer = null;
    this.title = element("p", {class: "popover-title", id: "popover-title"});
    this.lines = element("ul", {});
    this.box = element("div", {class: "popover", id: "popover", popover: "manual", role: "group", "aria-labelledby": "popover-title"}, this.title, this.lines);
    this.listen();
  }

  listen() {
    document.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.hover(event.target));
    document.addEventListener("focusin", (event) => this.focus(event.target));
    document.addEventListener("focusout", (event) => {
      if (this.trigger && this.trigger.tagName === "BUTTON" && !this.holds(event.relatedTarget)) this.close();
    });
    document.addEventListener("click", (event) => this.click(event.target));
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.trigger) return;
      event.stopPropagation();
      this.close();
    }, {capture: true});
    document.addEventListener("scroll", (event) => this.trigger && event.target !== this.box && this.place(), {capture: true, passive: true});
    globalThis.addEventListener("resize", () => this.trigger && this.place());
  }

  triggerAt(target) {
    return target instanceof Element ? target.closest("[data-explains]") : null;
  }

  holds(target) {
    return target instanceof Node && this.trigger !== null && (this.trigger.contains(target) || this.box.contains(target));
  }

  later(act, milliseconds) {
    clearTimeout(this.timer);
    this.timer = setTimeout(act, milliseconds);
  }

  hover(target) {
    if (this.box.contains(target)) return clearTimeout(this.timer);
    const trigger = this.triggerAt(target);
    if (trigger && trigger === this.trigger) return clearTimeout(this.timer);
    if (this.pinned) return undefined;
    if (trigger) return this.later(() => this.open(trigger, false), kOpenAfter);
    const stays = this.trigger && this.trigger === document.activeElement;
    return this.trigger && !stays ? this.later(() => this.close(), kCloseAfter) : clearTimeout(this.timer);
  }

  focus(target) {
    const trigger = this.triggerAt(target);
    if (trigger === target && trigger !== this.trigger && target.matches(":focus-visible")) this.open(trigger, false);
  }

  click(target) {
    if (this.box.contains(target)) return;
    const trigger = this.triggerAt(target);
    if (trigger && !(trigger === this.trigger && this.pinned)) this.open(trigger, true);
    else if (this.trigger) this.close();
  }

  open(trigger, pinned) {
    clearTimeout(this.timer);
    if (this.trigger !== trigger) {
      this.close();
      const {title, explains} = trigger.dataset;
      this.title.textContent = title;
      this.lines.replaceChildren(...explains.split("\n").map((line) => element("li", {dir: "auto"}, plain(line, 400))));
      trigger.after(this.box);
      this.trigger = trigger;
    }
    this.pinned = pinned;
    trigger.setAttribute("aria-describedby", "popover-title");
    trigger.setAttribute("aria-expanded", "true");
    this.box.showPopover();
    this.box.scrollTop = 0;
    this.box.tabIndex = this.box.scrollHeight > this.box.clientHeight ? 0 : -1;  // a long one is scrolled by keyboard
    this.place();
  }

  place() {
    const anchor = this.trigger.getBoundingClientRect();
    const {clientWidth: width, clientHeight: height} = document.documentElement;
    if (!this.trigger.isConnected || anchor.bottom < 0 || anchor.top > height) return this.close();
    const {left, top} = placeBeside(anchor, this.box.getBoundingClientRect(), {width, height});
    this.box.style.left = `${left}px`;
    this.box.style.top = `${top}px`;
    return undefined;
  }

  close() {
    clearTimeout(this.timer);
    if (!this.trigger) return;
    this.trigger.removeAttribute("aria-describedby");
    this.trigger.removeAttribute("aria-expanded");
    this.trigger = null;
    this.pinned = false;
    this.box.remove();
  }
}
