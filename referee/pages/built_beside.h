#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "referee/pages/built_scripts.h"
#include "referee/pages/match_page.h"

// The scripts of pages that were built apart, and lie beside this program.
namespace referee {

/// The script with which pages verify records and play matches in the browser, as PageTerms has it; null: it
/// was not built (`scripts/build wasm`). It is read once. Throws std::invalid_argument if it is there and
/// cannot be read.
std::shared_ptr<const std::string> rules_of_pages();
/// What a page of one file needs to verify its match; nothing: those scripts were not built. `record`: is
/// kept by the caller. Throws as rules_of_pages().
std::optional<pages::OwnRecord> own_record(std::string_view record);
/// For people: why a page that plays matches cannot be made where rules_of_pages() is null.
constexpr const char* kNoRulesOfPages =
    "this build has no rules for browsers (share/referee/pages/rules.js is missing): releases have them, and "
    "`scripts/setup --wasm` and `scripts/build wasm` make them";
/// Those that pages have beside it to play matches, as far as they were built. Read as that one is.
const pages::BuiltScripts& play_scripts_of_pages();
/// Those that the lab has beside it: these, and more.
const pages::BuiltScripts& lab_scripts_of_pages();

}  // namespace referee
