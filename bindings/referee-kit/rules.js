// The rules: the npm package referee-rules, or its folder beside this one.
export async function loadRules() {
  try {
    return await (await import("referee-rules")).load();
  } catch (missing) {
    if (missing.code !== "ERR_MODULE_NOT_FOUND") throw missing;
    return (await import(new URL("../referee-rules/index.js", import.meta.url).href)).load();
  }
}
