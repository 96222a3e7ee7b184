/** What is shown of a text of a stranger: no character that moves a terminal's cursor. */
export const printable = (text) => text.replace(/\p{C}/gu, (letter) => `\\u${letter.codePointAt(0).toString(16).padStart(4, "0")}`);
