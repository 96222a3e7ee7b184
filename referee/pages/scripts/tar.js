// Several files as one: a tar archive, made in the browser.
(() => {
  "use strict";
  const referee = (globalThis.referee ??= {});

  const kBlock = 512;      // bytes
  const kMostName = 100;   // bytes

  /// The head of a file: its name, mode, size and checksum; times and owners are left out.
  const tarHead = (name, size) => {
    const head = new Uint8Array(kBlock);
    const put = (text, at) => head.set(new TextEncoder().encode(text), at);
    const octal = (number, digits) => number.toString(8).padStart(digits, "0");
    put(name, 0);
    put(`${octal(0o755, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0${octal(size, 11)}\0${octal(0, 11)}\0`, 100);
    put("        0", 148);  // the checksum is taken with blanks in its place
    put("ustar\u000000", 257);
    put(`${octal(head.reduce((sum, byte) => sum + byte, 0), 6)}\0 `, 148);
    return head;
  };

  /// `files`: [{name, bytes}]. The same files give the same bytes, in whichever order they come. Throws an Error whose
  /// message is a sentence for people.
  const tarOf = (files) => {
    const parts = [];
    for (const {name, bytes} of [...files].sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (new TextEncoder().encode(name).length > kMostName) throw new Error(`The name ${referee.plain(name, 40)} is too long: rename the file.`);
      parts.push(tarHead(name, bytes.length), bytes, new Uint8Array((kBlock - (bytes.length % kBlock)) % kBlock));
    }
    parts.push(new Uint8Array(2 * kBlock));
    const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
    parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
    return whole;
  };

  Object.assign(referee, {tarOf});
})();
