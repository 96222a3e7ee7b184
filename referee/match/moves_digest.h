#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "protocol/sha256.h"

namespace referee {

/// Tells games apart: SHA-256 of the players, and of the verdict and the move of each answer. Games of the
/// same players in the same seats with equal digests went move for move alike.
class MovesDigest {
 public:
  /// `players`: a list of names, by seat.
  void add_players(const nlohmann::json& players);
  /// `move`: JSON as protocol::dump() writes it; "" for an answer without a move.
  void add_answer(std::string_view verdict, std::string_view move);
  /// The answers of a turn, as the line of a record has them. Throws nlohmann's exceptions for another line.
  void add_turn(const nlohmann::json& line);
  /// The digest of all that has been added, in lower-case hex; nothing may be added afterwards.
  std::string hex();

 private:
  protocol::Sha256 digest_;
  std::string waiting_;  // not yet in the digest
};

}  // namespace referee
