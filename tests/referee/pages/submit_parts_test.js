// What the page to hand in computes: archives, and sentences about versions.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import {OwnSource} from "../../../referee/pages/scripts/shared/own_source.js";
import {versionText} from "../../../referee/pages/scripts/shared/version.js";
import {bundleOf, bytesText} from "../../../referee/pages/scripts/submit/submit_page.js";
import {tarOf} from "../../../referee/pages/scripts/submit/tar.js";

const bytes = (text) => new TextEncoder().encode(text);

test("several files become an archive that tar reads", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tar-"));
  try {
    const files = [{name: "bot.py", bytes: bytes("print(1)\n")}, {name: "ä data", bytes: bytes("x".repeat(1025))}, {name: "empty", bytes: bytes("")}];
    fs.writeFileSync(path.join(folder, "bot.tar"), tarOf(files));
    execFileSync("tar", ["-xf", "bot.tar"], {cwd: folder});
    for (const file of files) assert.deepEqual(new Uint8Array(fs.readFileSync(path.join(folder, file.name))), file.bytes);
    assert.ok(fs.statSync(path.join(folder, "bot.py")).mode & 0o100, "it can be run");
  } finally {
    fs.rmSync(folder, {recursive: true});
  }
});

test("the same files give the same bytes, in any order", () => {
  const files = [{name: "b", bytes: bytes("2")}, {name: "a", bytes: bytes("1")}];
  assert.deepEqual(tarOf(files), tarOf([...files].reverse()));
  const long = [{name: `${"d".repeat(80)}/${"e".repeat(60)}/bot.py`, bytes: bytes("1\n"), isProgram: false}, {name: "a/run", bytes: bytes("2\n")}];
  const listed = execFileSync("tar", ["-tvf", "-"], {input: tarOf(long), encoding: "utf8"}).trim().split("\n");
  assert.deepEqual(listed.map((line) => [line.slice(0, 10), line.split(" ").at(-1)]), [["-rwxr-xr-x", "a/run"], ["-rw-r--r--", long[0].name]]);
  assert.throws(() => tarOf([{name: "n".repeat(101), bytes: bytes("")}]), /too long/);
});

test("one file is sent as it is", async () => {
  const file = (name, text) => ({name, arrayBuffer: async () => bytes(text).buffer});
  assert.deepEqual(await bundleOf([file("bot.zip", "PK")]), {name: "bot.zip", bytes: bytes("PK")});
  assert.equal((await bundleOf([file("a", "1"), file("b", "2")])).name, "bot.tar");
});

test("what has become of a version is one sentence", () => {
  const told = (version) => versionText({number: 3, ...version});
  assert.equal(told({status: "waiting"}), "Submission 3 is being built and tried");
  assert.equal(told({status: "ready", plays: "next"}), "Submission 3 is ready: it plays from the next round on");
  assert.equal(told({status: "failed", problem: "a\u202eb"}), "Submission 3 does not play: ab");
  assert.deepEqual([512, 4096, 16 * 1024 * 1024].map(bytesText), ["512 B", "4 KiB", "16.0 MiB"]);
});

test("a request carries the token in its header, and tells why it was refused", async () => {
  const asked = [];
  const source = new OwnSource("secret", async (...request) => {
    asked.push(request);
    return {ok: false, status: 507, headers: new Map(), json: async () => ({detail: "the disk is full"})};
  });
  await assert.rejects(source.send("submissions", {method: "PUT", body: "x"}), {status: 507, detail: "the disk is full"});
  assert.deepEqual(asked, [["submissions", {method: "PUT", body: "x", headers: {Authorization: "Bearer secret"}, cache: "no-store"}]]);
});
