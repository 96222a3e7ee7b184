// A sample bot in C++ as a process, on any system: node sample_bot.mjs NAME [OPTION]... speaks the protocol over standard input and output.
import { createInterface } from "node:readline";
import { webcrypto } from "node:crypto";

import { SampleError, load } from "./samples.mjs";

globalThis.crypto ??= webcrypto; // Node 18 has it under this name only

const [name, ...options] = process.argv.slice(2);
try {
  const bot = await (await load()).bot(name, options, { log: (text) => process.stderr.write(text) });
  if (bot.help !== null) {
    process.stdout.write(bot.help);
  } else {
    process.stdout.write(`${bot.hello}\n`);
    for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
      for (const said of bot.answer(line)) process.stdout.write(`${said}\n`);
      if (bot.over) break;
    }
  }
} catch (failure) {
  if (!(failure instanceof SampleError)) throw failure;
  process.stderr.write(`${name}: ${failure.message}; see ${name} --help\n`);
  process.exitCode = 2;
}
