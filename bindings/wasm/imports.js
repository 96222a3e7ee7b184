// What rules.wasm imports beside the calls of WASI, for emscripten: index.js has it.
mergeInto(LibraryManager.library, { rules_watch: () => {} });
