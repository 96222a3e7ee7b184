#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "referee/tournament/standings/history.h"

namespace referee {

/// A bracket as data, for the reports that draw it: encounters in columns, and where their winners go on.
/// Byes are left out: an entrant appears where it meets another one.
struct BracketPicture {
  struct Side {
    std::optional<Entrant> entrant = {};
    int seed = 0;            ///< of the entrant, from 1
    std::string label = {};  ///< in place of an entrant that is not known yet: "loser of r1t2"; may be empty
    std::string score = {};  ///< game points, "1.5"; "+" and "-" without play; empty before the first game
    bool won = false;
    /// The box of the same part whose winner is on this side, as a place in Part::boxes; nothing: no box of
    /// this part leads to this side.
    std::optional<std::size_t> from = {};
    /// How far down in its part, from 0 to 1. Sides without `from` stand in this order, so that no lines
    /// cross.
    double height = 0;
  };
  struct Box {
    std::size_t column = 0;  ///< in Part::columns
    /// The round and table of the encounter, from 1; a forecast as long as it is not paired.
    int round = 1;
    int table = 1;
    bool paired = false;
    std::array<Side, 2> sides = {};  ///< from top to bottom

    /// "r3t2", as its matches are named.
    std::string id() const {
      std::string id = "r";
      return id.append(std::to_string(round)).append("t").append(std::to_string(table));
    }
  };
  struct Part {
    std::string title;                 ///< "Upper bracket"
    std::vector<std::string> columns;  ///< "Semi-final"; each has a box
    std::vector<Box> boxes;            ///< by column, and in it from top to bottom
  };
  std::vector<Part> parts;  ///< each has a box
  std::optional<Entrant> winner = {};
};

}  // namespace referee
