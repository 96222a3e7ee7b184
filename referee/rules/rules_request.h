#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "engines/game.h"
#include "engines/registry.h"
#include "referee/rules/rules_answer.h"

namespace referee::rules {

/// What the referee has for a seat that was to move.
struct SeatMove {
  engines::Seat seat = 0;
  std::optional<std::string> move;  ///< JSON text; nothing: no valid move
  engines::Microseconds spent{0};
  bool forfeited = false;
};

// Requests to a program of rules, without their ids (protocol/RULES_PROGRAM.md). `match`: its name; `state`:
// what the program has handed out with its last answer, JSON; "": it remembers; `readers`: of the views.
std::string new_request(const std::string& match, const engines::Facts& facts, const engines::Seed& seed);
std::string step_request(const std::string& match, const std::vector<SeatMove>& moves,
                         const std::string& state, Readers readers = Readers::all);
/// The step of a chance node. `outcome`: what was drawn.
std::string draw_request(const std::string& match, const nlohmann::json& outcome, const std::string& state,
                         Readers readers = Readers::all);
std::string end_request(const std::string& match);

}  // namespace referee::rules
