// The mask of secrets in traces, tried on the cases of referee's own (tests/referee/net/secret_mask_test.cpp says what their steps are).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";

const { SecretMask } = await import(pathToFileURL(path.join(process.env.KIT, "trace.js")));

for (const { case: name, steps } of JSON.parse(readFileSync(new URL("../../referee/net/secret_mask_cases.json", import.meta.url), "utf8"))) {
  test(name, () => {
    const mask = new SecretMask();
    for (const step of steps) {
      step.learn?.forEach((secret) => mask.learn(secret));
      if (step.text !== undefined) assert.equal(mask.masked(step.text), step.masked);
      if (step.json !== undefined) assert.deepEqual(mask.clean(step.json), step.masked);
      if (step.long !== undefined) {
        const secret = "x".repeat(step.long);
        mask.learn(secret);
        assert.equal(mask.masked(secret), secret);
      }
    }
  });
}
