#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "referee/net/clock_spec.h"

namespace referee {

/// One match to play: what is known before anybody has answered.
struct MatchSpec {
  std::string id;   ///< names the record's file: [A-Za-z0-9._-]
  int attempt = 1;  ///< from 1; a void attempt is followed by the next
  const engines::Entry* game = nullptr;
  Json options = Json::object();
  engines::Seed seed;
  ClockSpec clock;

  /// Where it stands in its tournament; absent outside one. All count from 1.
  struct Place {
    std::string tournament;
    int round = 1;
    int table = 1;
    int game_no = 1;
  };
  std::optional<Place> place;

  /// True if the same instance is still to be played again: then `end` tells neither seed nor salt.
  bool keep_seed_secret = false;
};

}  // namespace referee
