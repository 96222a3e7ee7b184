// The editor of the lab (CodeMirror), as one script for pages: referee.createEditor. It stands in a shadow tree, because there alone its styles need no element,
// which the policy of pages would refuse. Colors are the tokens of the page around it.
import { indentWithTab } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { python } from "@codemirror/lang-python";
import { HighlightStyle, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { Compartment, EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, keymap } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { basicSetup } from "codemirror";

const languages = { javascript: () => [javascript(), indentUnit.of("  ")], python: () => [python(), indentUnit.of("    ")] };

const colors = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--accent)" }, { tag: [tags.string, tags.special(tags.string), tags.regexp], color: "var(--good)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--late)" }, { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
  { tag: [tags.function(tags.variableName), tags.definition(tags.variableName)], fontWeight: "600" }, { tag: tags.invalid, color: "var(--fault)" },
]);

const look = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--panel)", fontSize: "0.875rem" },
  "&.cm-focused": { outline: "3px solid var(--accent)", outlineOffset: "-3px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5", overflow: "auto" },
  ".cm-content": { caretColor: "var(--ink)" }, ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--ground)", color: "var(--soft)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  ".cm-activeLineGutter": { color: "var(--ink)", fontWeight: "600" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": { backgroundColor: "var(--lit)" },
  ".cm-selectionMatch": { backgroundColor: "var(--ground)" }, "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--lit)" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--ground)", borderColor: "var(--line)", color: "var(--soft)" },
  ".cm-panels, .cm-tooltip": { backgroundColor: "var(--panel)", color: "var(--ink)", borderColor: "var(--line)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-textfield, .cm-button": { backgroundColor: "var(--page)", backgroundImage: "none", color: "var(--ink)", borderColor: "var(--edge)" },
  ".failed-line": { backgroundColor: "var(--lost)" },
});

const setMark = StateEffect.define();
const mark = StateField.define({
  create: () => Decoration.none,
  update(marks, change) {
    const set = change.effects.find((effect) => effect.is(setMark));
    if (set) return set.value === null ? Decoration.none : Decoration.set([Decoration.line({ class: "failed-line" }).range(set.value)]);
    return change.docChanged ? Decoration.none : marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** An editor in `place`. `label`: its name for people who do not see it. `onChange` is called after each change. */
function createEditor(place, { label, onChange }) {
  const root = place.attachShadow({ mode: "open" });
  const language = new Compartment();
  const view = new EditorView({ root, parent: root, state: EditorState.create({ extensions: [
    basicSetup, keymap.of([indentWithTab]), language.of(languages.javascript()), syntaxHighlighting(colors), look, mark, EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }), EditorView.updateListener.of((update) => { if (update.docChanged) onChange(); }),
  ] }) });
  const atLine = (number) => view.state.doc.line(Math.max(1, Math.min(number, view.state.doc.lines))).from;
  return {
    get text() { return view.state.doc.toString(); },
    set text(text) { view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }); },
    setLanguage: (name) => view.dispatch({ effects: language.reconfigure(languages[name]()) }),
    /** Marks a line, from 1; null: none. */
    markLine: (number) => view.dispatch({ effects: number === null ? setMark.of(null)
      : [setMark.of(atLine(number)), EditorView.scrollIntoView(atLine(number), { y: "center" })] }),
    focus: () => view.focus(),
  };
}

(globalThis.referee ??= {}).createEditor = createEditor;
