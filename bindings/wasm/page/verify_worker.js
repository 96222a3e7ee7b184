// Behind index.js in one text: a worker that verifies records. It is sent {wasm} once, the bytes of rules.wasm, and then {record}s,
// bytes each. It says {played, bytes} while it plays one, and {verified} or {failure} at its end.
const kPercent = 100;
let rulesReady;

self.onmessage = async ({ data: { wasm, record } }) => {
  if (wasm) {
    rulesReady = load(wasm);
    rulesReady.catch(() => {}); // told with the first record
    return;
  }
  try {
    let told = 0;
    const verified = (await rulesReady).verify(record, (played, bytes) => {
      const percent = Math.floor((played * kPercent) / bytes);
      if (percent > told) {
        told = percent;
        self.postMessage({ played, bytes });
      }
    });
    self.postMessage({ verified });
  } catch (failure) {
    self.postMessage({ failure: String(failure) });
  }
};
