#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/game.h"
#include "engines/registry.h"
#include "referee/base/units.h"
#include "referee/clocks/clock_spec.h"
#include "referee/record/given_turns.h"

namespace referee {

/// One match to play: what is known before the first answer.
struct MatchSpec {
  std::string id;   ///< names the record's file: [A-Za-z0-9._-]
  int attempt = 1;  ///< from 1; a void attempt is followed by the next
  const engines::Entry* game = nullptr;
  Json options = Json::object();
  engines::Seed seed;
  ClockSpec clock;
  GivenTurns given = {};  ///< played before its bots are asked; empty in tournaments

  /// The match's place in its tournament; absent outside one. All numbers count from 1.
  struct Place {
    std::string tournament;
    int round = 1;
    int table = 1;
    int game_no = 1;
  };
  std::optional<Place> place;

  /// Which version of its bot a seat plays.
  struct Version {
    int number = 0;      ///< of what its entrant has handed in, from 1; 0: it was not handed in
    std::string sha256;  ///< hex: of what was handed in, or of what the bot's command names; "": unknown
  };
  std::vector<Version> versions = {};  ///< by seat; empty: no seat has one

  /// The machine that plays it, if that is a worker's: JSON text of an object, for the record.
  std::string worker = {};

  /// For how long a bot may be silent before observers hear of it.
  Milliseconds silence_noticed{2000};

  /// True if later matches play the same instance: then `end` tells neither seed nor salt.
  bool keep_seed_secret = false;
};

}  // namespace referee
