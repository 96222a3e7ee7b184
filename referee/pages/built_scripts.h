#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace referee::pages {

/// Scripts of pages that are no part of the program, because `scripts/build wasm` makes them: texts by the
/// names of their files. A name that is missing was not built. None is null.
using BuiltScripts = std::map<std::string, std::shared_ptr<const std::string>, std::less<>>;

/// With which pages verify records and play matches.
inline constexpr const char* kRulesScript = "rules.js";
/// The sample bots in C++, against which people and bots play there.
inline constexpr const char* kSamplesScript = "samples.js";
/// No script: the notices and licences of others whose works are in these files.
inline constexpr const char* kScriptNotices = "NOTICES";
/// What the lab has beside them: its editor, the examination of bots, and Python.
inline constexpr const char* kEditorScript = "editor.js";
inline constexpr const char* kCheckScript = "check.js";
inline constexpr const char* kPythonScript = "python.js";

}  // namespace referee::pages
