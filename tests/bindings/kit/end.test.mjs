// What becomes of what a bot has started, and of bots when the kit is interrupted.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";

const place = (file) => pathToFileURL(path.join(process.env.KIT, file)).href;
const { Bot } = await import(place("bot.js"));

const isAlive = (pid) => { try { process.kill(pid, 0); return true; } catch { return false; } };
const gone = async (pid) => { while (isAlive(pid)) await new Promise((resolve) => { setTimeout(resolve, 10); }); };
/** A bot that starts a child with its output, says the child's number, and then does `then`. */
const parent = (then, options = "{}") => ["node", "-e", `const c = require("node:child_process").spawn("sleep", ["1000"], { stdio: "inherit", ...${options} });
  console.log(c.pid); c.unref(); ${then}`];
const childOf = async (bot) => Number((await bot.line(BigInt(Number.MAX_SAFE_INTEGER) * 1000n)).text);

test("a bot has ended when its process has, and what it has started ends with it", async () => {
  const bot = new Bot("a", parent(""));
  const child = await childOf(bot);
  assert.deepEqual((await bot.line(BigInt(Number.MAX_SAFE_INTEGER) * 1000n)).gone, "ended with exit status 0");
  await gone(child);
});

test("nobody waits for a child that has left the group of its bot", async () => {
  const bot = new Bot("a", parent("", '{ detached: true }'));
  const child = await childOf(bot);
  assert.equal((await bot.line(BigInt(Number.MAX_SAFE_INTEGER) * 1000n)).gone, "ended with exit status 0");
  assert.ok(isAlive(child));
  process.kill(child, "SIGKILL");
});

test("the end of a game ends a bot that stays, and what it has started", async () => {
  const bot = new Bot("a", parent("setInterval(() => {}, 1000); process.on('SIGTERM', () => {});"));
  const child = await childOf(bot);
  await bot.end();
  await gone(child);
});

/** A program that starts such a bot; after the words of `more` it waits. It is the only one in its process group, as in a terminal. */
async function program(more) {
  const source = `const { Bot } = await import(${JSON.stringify(place("bot.js"))}); const { atInterruption, endLaunched } = await import(${JSON.stringify(place("launch.js"))}); ${more}
    const bot = new Bot("a", ${JSON.stringify(parent("setInterval(() => {}, 1000); process.on('SIGINT', () => console.log('interrupted'));"))});
    for (;;) { const line = await bot.line(BigInt(Number.MAX_SAFE_INTEGER) * 1000n); console.log(line.text ?? line.gone); if (line.gone) break; }`;
  const running = spawn(process.execPath, ["--input-type=module", "-e", source], { stdio: ["ignore", "pipe", "inherit"], detached: true });
  const said = [];
  running.stdout.on("data", (bytes) => said.push(...String(bytes).trim().split("\n")));
  while (said.length === 0) await once(running.stdout, "data");
  return { running, said };
}

test("Ctrl-C ends the kit with its bots, and is not for them", async () => {
  const { running, said } = await program("");
  process.kill(-running.pid, "SIGINT");
  assert.deepEqual(await once(running, "exit"), [130, null]);
  await gone(Number(said[0]));
  assert.equal(said.length, 1);
});

test("whoever asks for it decides what the first signal does", async () => {
  const { running, said } = await program("atInterruption((signal) => { console.log(signal); endLaunched(); });");
  process.kill(-running.pid, "SIGINT");
  assert.deepEqual(await once(running, "close"), [0, null]);
  assert.deepEqual(said.slice(1), ["SIGINT", "ended by SIGTERM"]);
  await gone(Number(said[0]));
});
