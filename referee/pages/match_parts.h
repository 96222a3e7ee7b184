#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/pages/audience.h"
#include "referee/pages/match_data.h"
#include "referee/record/replay.h"

namespace referee::pages {

// The parts of match data that whole records and matches that are being played have in common.

/// The members that the header and the game give, and null for each of those that only the end gives; without
/// "view" and "turns". Whatever the header holds, each member has the type that the schema says.
nlohmann::json members_of(const Replay& replay, const MatchFacts& facts, Audience audience);

/// Adds "painter", the text of the game's own painter.js, if its rules are a program and the game has one.
/// `members`: have "game".
void add_painter(nlohmann::json& members);

/// A turn, JSON. `replay`: after that turn. `frames`: a list as JSON.
std::string turn_text(const Replay& replay, Audience audience, const std::string& frames);

/// An object as JSON, left open so that members can be added: without its closing bracket.
std::string open_object(const nlohmann::json& members);

}  // namespace referee::pages
