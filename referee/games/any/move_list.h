#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "protocol/require.h"

namespace referee::play {

/// The legal moves of a person, if the rules tell them, and what the person types to choose one.
class MoveList {
 public:
  using Moves = std::optional<std::vector<nlohmann::json>>;

  explicit MoveList(Moves legal) : legal_(std::move(legal)) {}

  bool is_told() const { return legal_.has_value(); }
  std::size_t size() const { return legal_ ? legal_->size() : 0; }
  /// REQUIRES: index < size().
  const nlohmann::json& move(std::size_t index) const {
    REQUIRE(index < size());
    return (*legal_)[index];
  }
  /// The text that people choose it by: "3: [0,2]"; only "4" where all moves are integers, typed as they are.
  /// REQUIRES: index < size().
  std::string entry(std::size_t index) const;

  /// The move that `typed` names: a number of the list, or a move as JSON; a word need not be in quotes.
  /// Without one, what is wrong. A move that is not in the list is refused.
  std::variant<nlohmann::json, std::string> read(std::string_view typed) const;

 private:
  /// Whether a move is typed by its place in the list.
  bool is_numbered() const;

  Moves legal_;
};

}  // namespace referee::play
