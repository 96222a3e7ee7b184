#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/report/gradebook.h"
#include "referee/report/standings_page.h"

namespace referee {

/// The prize of entrants that share a place.
enum class Sharing {
  best,    ///< each gets the better prize: of 20, 10, 5 two firsts get 20 each, the next one 5
  average  ///< the mean of the prizes for the places that they take: 15 each
};

/// Points for places. `ranks`: the ranks of entrants that take a place, from 1, in any order; equal ones have
/// the best place (1, 1, 3). `extra`: points for the first place, the second and so on; later places get
/// none. Returns the points of each, in the order of `ranks`.
std::vector<double> prizes_of(const std::vector<int>& ranks, const std::vector<double>& extra,
                              Sharing sharing);

/// Extra points of a class for the places of a tournament.
struct PrizeList {
  struct Row {
    int rank = 1;              ///< in the standings
    std::optional<int> place;  ///< among entrants that can win a prize; nothing: it cannot
    std::string name;
    std::string display;
    bool withdrawn = false;
    bool staff = false;            ///< a staff bot: it is in no gradebook
    std::string better_than = {};  ///< better_than(), if there are staff bots
    double extra = 0;              ///< points
  };
  std::string tournament;
  std::string game;
  std::string progress;  ///< "final", "round 3 of 5"
  bool finished = false;
  std::vector<double> extra;
  Sharing sharing = Sharing::best;
  std::vector<Row> rows;  ///< of all entrants, in the order of the standings
};

/// An entrant that is withdrawn, a staff bot or has not played a game gets nothing and takes no place: the
/// next one moves up. House bots are not in the standings.
PrizeList prize_list_of(const StandingsPage& page, std::vector<double> extra, Sharing sharing);

/// A table for a terminal.
std::string prize_list_text(const PrizeList& list);
/// One JSON object, keys in a fixed order.
std::string prize_list_json(const PrizeList& list);
/// All entrants, each with its name as login. 0 points are possible, as is usual for extra points.
Gradebook gradebook_of(const PrizeList& list);

}  // namespace referee
