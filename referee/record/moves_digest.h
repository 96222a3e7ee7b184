#pragma once

#include <string>
#include <string_view>
#include <vector>

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
  /// How a match program says that the match has ended: no move of it is known. `replay`: its SHA-256, or "".
  void add_told(const std::vector<double>& scores, const nlohmann::json& outcome, std::string_view replay);
  /// What the last line of a record says of it; nothing if the record is none of a match program's.
  void add_told(const nlohmann::json& last);
  /// The digest of all that has been added, in lower-case hex; nothing may be added afterwards.
  std::string hex();

 private:
  protocol::Sha256 digest_;
  std::string waiting_;  // not yet in the digest
};

}  // namespace referee
