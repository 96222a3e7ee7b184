// Several files as one: a tar archive, in the form of POSIX (ustar).
const kBlock = 512;          // bytes
const kMostName = 100;       // bytes
const kMostFolder = 154;     // bytes: the path before a name that is longer goes into a field of its own
const kFolderField = 345;

const bytesOf = (text) => new TextEncoder().encode(text);

/// Where the last part of a path begins that the field of the name can hold.
const cutOf = (name, bytes) => {
  let cut = 0;
  while (bytes.length - cut > kMostName) {
    const next = bytes.indexOf("/".charCodeAt(0), cut);
    if (next < 0 || next > kMostFolder) throw new Error(`${name}: the path is too long for an archive: rename it`);
    cut = next + 1;
  }
  return cut;
};

/// The head of a file: its name, mode, size and checksum; times and owners are left out.
const tarHead = (name, size, isProgram) => {
  const head = new Uint8Array(kBlock);
  const put = (text, at) => head.set(bytesOf(text), at);
  const octal = (number, digits) => `${number.toString(8).padStart(digits, "0")}\0`;
  const bytes = bytesOf(name);
  const cut = cutOf(name, bytes);
  head.set(bytes.subarray(cut), 0);
  if (cut > 0) head.set(bytes.subarray(0, cut - 1), kFolderField);
  put(octal(isProgram ? 0o755 : 0o644, 7) + octal(0, 7) + octal(0, 7) + octal(size, 11) + octal(0, 11), 100);
  put("        0", 148);  // the checksum is taken with blanks in its place
  put("ustar\u000000", 257);
  put(octal(head.reduce((sum, byte) => sum + byte, 0), 6), 148);
  return head;
};

const compare = (one, other) => {
  const [a, b] = [bytesOf(one.name), bytesOf(other.name)];
  const at = a.findIndex((byte, i) => byte !== b[i]);
  return at < 0 ? a.length - b.length : a[at] - (b[at] ?? -1);
};

/// `files`: [{name: a path with "/", bytes, isProgram: true without it}]. The same files give the same bytes, in whichever order they come, and so the
/// same version of a bot. Throws an Error whose message is a sentence for people.
export const tarOf = (files) => {
  const parts = [...files].sort(compare).flatMap(({name, bytes, isProgram = true}) =>
      [tarHead(name, bytes.length, isProgram), bytes, new Uint8Array((kBlock - (bytes.length % kBlock)) % kBlock)]);
  parts.push(new Uint8Array(2 * kBlock));
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return whole;
};
