#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "referee/record/openings.h"
#include "referee/statistics/band_decision.h"

namespace referee::score {

/// A band of an item's marks.
struct Band {
  std::string mark;  ///< "A", for people
  double points = 0;
};

/// Who takes all seats but the submission's.
struct MarkOpponent {
  std::vector<std::string> command;  ///< without words in a game of one seat
  std::string staff;  ///< its name on the game's scale, "staff-4"; "": it was given by its command

  /// For people: that name, else the command.
  std::string text() const;
};

/// What an item asks for by `marks`: bands between borders, each a mean share of the points against an
/// opponent, or a mean score. BandDecision says which games are played, and in which band they end.
struct Marks {
  std::vector<Band> bands;              ///< the best first; the last has no border
  std::vector<MarkOpponent> opponents;  ///< by BandBorder::opponent; one in a game of one seat
  comparison::BandTerms terms;
  double from = 0;  ///< in a game of one seat: the score that counts as a share of 0; in others 0
  double to = 1;    ///< the score that counts as a share of 1; in others 1
  std::size_t seats = 1;
  std::size_t plies = 0;  ///< turns that are drawn for each group; 0: none
  Openings openings;      ///< of that many turns

  /// A score of a game of one seat as a share, from 0 to 1: one outside of `from` to `to` is cut.
  double share_of(double score) const;
  /// A share as people read it: itself, or the score of a game of one seat.
  double value_of(double share) const { return from + (to - from) * share; }
  std::int64_t most_games() const { return terms.most_groups * static_cast<std::int64_t>(seats); }
  /// What is promised, in a sentence.
  std::string promise() const;
  /// The borders at an opponent: "A from 0.5, B from 0.3".
  std::string asked(std::size_t opponent) const;
  /// "A from 0.5 against sample:walls_search; B from 0.5 against sample:walls_random; else C"
  std::string text() const;

  /// Reads the value of `marks`, for a game with these complete options and that many seats. Throws
  /// fields::Exception at or below `path`.
  static Marks read(const nlohmann::json& json, const std::string& path, const engines::Entry& game,
                    const nlohmann::json& options, std::size_t seats);
};

}  // namespace referee::score
