#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/report/bracket_rounds.h"
#include "referee/report/standings_page.h"

namespace referee {

/// The rounds of a tournament with their tables and games, as its page shows them. On a ladder: its newest
/// games, as one round.
struct RoundList {
  struct Game {
    std::string match;         ///< "r1t3g2"
    std::string text;          ///< "9 : 7", in the order of the table's sides; or what else is to say of it
    std::string href = {};     ///< of its page or its record; "": it has none
    std::string status = {};   ///< "running", or "" of all others
    std::string why_not = {};  ///< why it has no page, in a sentence; "": nothing is to say
  };
  struct Side {
    std::optional<Entrant> entrant;  ///< nothing: a house bot
    std::string name;
    std::string points =
        {};  ///< of the encounter; or of an entrant that plays alone its score; "": not known
    bool won = false;
  };
  struct Table {
    std::string key;        ///< tells it from the others of its round
    std::string title;      ///< "Table 3", "Game 127"
    std::string what = {};  ///< "bye", "spiral, seed 7"; "": nothing is to say
    std::vector<Side> sides = {};
    std::vector<Game> games = {};
    bool over = false;
  };
  struct Round {
    int number = 0;         ///< 0: of a ladder
    std::string name = {};  ///< in a bracket: "Semi-final, Lower round 1"; else ""
    bool hidden = false;    ///< its results are
    std::vector<Table> tables = {};
  };
  std::vector<Round> rounds;  ///< oldest first
};

/// The rounds as far as their games are finished.
RoundList listed_rounds(const StandingsPage& page);

/// The table of an encounter with its sides, without its games. `names`: names_by_entrant().
RoundList::Table listed_table(const StandingsPage& page, const PlayedEncounter& played,
                              const std::vector<std::string>& names, const BracketRounds& bracket);
/// "9 : 7 (absent: did not connect) (cancelled by the arbiter)": the scores of a finished game, or what has
/// decided it.
std::string game_text(const GameResult& game);

}  // namespace referee
