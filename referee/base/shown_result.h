#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace referee {

/// What decides a game whose scores are only points for it: the bricks of Walls.
struct DecidingCount {
  std::string name;            ///< engines::Entry::decided_by; "": the scores decide, and `values` is empty
  std::vector<double> values;  ///< by seat; in results of a tournament by position in Encounter::entrants

  bool operator==(const DecidingCount&) const = default;
};

/// What `outcome` of a finished match tells by seat. Nothing for a game whose scores decide (`decided_by` is
/// empty), and where the outcome has no such list, since nothing was played.
DecidingCount deciding_count(std::string_view decided_by, const nlohmann::json& outcome, std::size_t seats);

/// "12 : 8 bricks", in the order of the values; "2 : 0" without a name.
std::string deciding_text(const DecidingCount& count);

/// What people are told of a finished match, one number for each seat: what decides it, else its scores.
struct ShownResult {
  std::string what;                 ///< "bricks"; "score" where the scores decide
  std::vector<std::string> values;  ///< by seat
  std::vector<std::size_t> order;   ///< the seats, the winner first
  bool is_score = true;

  /// "12 bricks"; of a score its number alone.
  std::string with_unit(std::size_t seat) const;
  /// "bricks: bob 12, ada 8", "scores: bob 2, ada 0", of one seat "score: ada 45". `players`: by seat.
  std::string line(const std::vector<std::string>& players) const;
};

/// Parameters: those of deciding_count(), and the scores by seat.
ShownResult shown_result(std::string_view decided_by, const nlohmann::json& outcome,
                         const std::vector<double>& scores);

}  // namespace referee
