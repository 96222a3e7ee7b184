#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "protocol/json_writer.h"
#include "referee/pages/tournament_snapshot.h"

namespace referee::pages {

/// A match that has begun, as far as spectators may know it. Lists are by position at its table, without
/// house bots.
struct PlayedMatch {
  std::string match;  ///< "r1t3g2"
  int game_no = 1;
  std::string_view status;  ///< "running", "done", "void" or "struck"
  std::vector<Entrant> entrants = {};
  std::size_t houses = 0;     ///< how many house bots play in it
  bool tells_result = false;  ///< else the lists below are empty
  std::vector<double> scores = {};
  DecidingCount deciding = {};  ///< without a name where the scores decide
  std::vector<bool> no_show = {};
  std::vector<std::string> why_absent = {};
  bool shown = false;        ///< spectators may open its page
  std::string why_not = {};  ///< in a sentence; "": it is shown, or nothing is to say
};

/// Throws std::invalid_argument if the match is not paired.
PlayedMatch played_match(const TournamentSnapshot& snapshot, const StoredAttempt& attempt);
/// Appends it as the tables of rounds have it in schema/tournament_data.schema.json.
void write_played(protocol::JsonWriter& out, const PlayedMatch& played);
/// {"text":"12 : 8 bricks","values":[12,8]}; null where the scores decide.
nlohmann::json deciding_data(const DecidingCount& count);
/// The matches of a table that have begun, in the order of their numbers.
std::vector<const StoredAttempt*> matches_of(const TournamentSnapshot& snapshot, const Encounter& encounter);

}  // namespace referee::pages
