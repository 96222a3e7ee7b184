#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "referee/process/bot_command.h"
#include "referee/store/store.h"
#include "referee/tournament/config/config.h"

namespace referee::score {

/// An entrant of a tournament, and the program with which it is graded.
struct GradedEntrant {
  std::string name;
  std::string display;
  int version = 0;  ///< of what it has handed in, from 1; 0: the command of the tournament file
  std::optional<BotCommand> bot = {};  ///< in its sandbox; nothing: it has none here, and `why_not` says why
  std::string sha256 = {};             ///< 64 hex digits: of all that it plays with
  std::string why_not = {};            ///< for people
};

/// All entrants of the store but staff bots, in their order, each with the newest version that may play. An
/// arbiter who rolls an entrant back decides which that is. Throws fields::Exception if the store is damaged,
/// std::invalid_argument if programs are gone and none is there: then the folder is the wrong one.
std::vector<GradedEntrant> graded_entrants(const TournamentConfig& config, const StoreContent& content);

}  // namespace referee::score
