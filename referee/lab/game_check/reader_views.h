#pragma once

#include <cstddef>
#include <string>

#include "referee/rules/rules_answer.h"

namespace referee {

/// What the view of spectators is at a position: that of everybody where there is one view for all.
const std::string& spectators_view(const rules::Position& position);

/// Whether the readers of a game with secrets were shown different things, in matches that were played to
/// their end.
struct ReaderViews {
  std::size_t matches = 0;       ///< that were over, and had a valid move
  bool views_differ = false;     ///< a seat saw another view than spectators, its picture left out
  bool has_pictures = false;     ///< a seat has seen a picture
  bool pictures_differ = false;  ///< a seat saw another picture than spectators
  bool all_differs = false;      ///< what everybody sees after the match is not what spectators see

  /// Compares what the readers see at a position.
  void note(const rules::Position& position);
  /// Whether every seat was shown what spectators were shown, always.
  bool seats_alike() const { return !views_differ && !pictures_differ; }
};

}  // namespace referee
