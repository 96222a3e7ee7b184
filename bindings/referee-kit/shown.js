/** What is shown of a text of a stranger: no character that moves a terminal's cursor. */
export const printable = (text) => text.replace(/\p{C}/gu, (letter) => `\\u${letter.codePointAt(0).toString(16).padStart(4, "0")}`);

/** printable(), but line ends and tabs stay. */
export const printableLines = (text) => text.replace(/[^\n\t]+/g, printable);

/** A text of a stranger, cut, with each such character as a question mark. */
export const masked = (text, most = 200) => String(text).replace(/\p{C}/gu, "?").slice(0, most);
