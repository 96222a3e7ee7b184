// A worker with a sample bot in C++. It is sent {start}: {wasm, the compiled module, name, options}; it says {ready} when
// the bot has said hello. Then it is as bot_worker.js is.
import { load } from "../../referee-kit/samples/samples.mjs";

const say = self.postMessage.bind(self);
let bot = null;
let rest = ""; // of a line that has not come whole

const leave = (status) => {
  say({ gone: `ended with exit status ${status}` });
  self.close();
};

const begin = async ({ wasm, name, options }) => {
  bot = await (await load(wasm)).bot(name, options, { log: (text) => say({ printed: text.replace(/\n$/, "") }) });
  say({ output: `${bot.hello}\n` });
  say({ ready: true });
};

const hear = (text) => {
  const lines = (rest + text).split("\n");
  rest = lines.pop();
  for (const line of lines) {
    for (const said of bot.answer(line)) say({ output: `${said}\n` });
    if (bot.over) return leave(0);
  }
};

self.onmessage = async ({ data }) => {
  try {
    if (data.start) await begin(data.start);
    else if (data.ping) say({ pong: true });
    else if (data.end) leave(0);
    else hear(data.input);
  } catch (failure) {
    say({ printed: String(failure) });
    leave(1);
  }
};
