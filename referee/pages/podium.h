#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "referee/pages/tournament_snapshot.h"
#include "referee/report/standings_page.h"

namespace referee::pages {

/// The first three places of a tournament that is over, as spectators may see them. An entrant that is
/// withdrawn or has not played takes no place: see prize_list_of().
struct Podium {
  /// The game to look at: one that the entrant won against the best opponent, by the most; where entrants
  /// play alone, the one with the highest score.
  struct Game {
    std::string match;  ///< "r3t1g2"
    std::string text;   ///< "12 : 8 against bob", "288 (bob 93, carl 41)", "score 4200"
  };
  struct Step {
    int place = 1;  ///< from 1 to 3; equal ones share the best
    Entrant entrant = 0;
    std::string name;
    std::string result;  ///< what decides the place: "Points 5.5", "won the final 3 : 0"
    std::optional<Game> best = {};
  };
  static constexpr std::size_t kMostSteps = 9;

  std::vector<Step> steps;         ///< best first, at most kMostSteps
  std::vector<std::string> notes;  ///< who shares a place, and who takes none, in sentences
};

/// Nothing as long as the tournament is played, or results of it are hidden, or if nobody takes a place.
/// `page`: shown_page(snapshot).
std::optional<Podium> podium_of(const TournamentSnapshot& snapshot, const StandingsPage& page);

/// A list, and the notes below it, with the links of `page`.
std::string podium_html(const Podium& podium, const StandingsPage& page);

}  // namespace referee::pages
