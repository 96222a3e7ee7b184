#include <algorithm>
#include <string>

#include "referee/swiss/trf/assembly.h"

namespace referee::swiss::trf {
namespace {

using Kind = RoundEntry::Kind;

bool forfeited(Kind kind) { return kind == Kind::forfeit_win || kind == Kind::forfeit_loss; }

/// Whether an arbiter can have decided so. A game may be lost by both, or drawn for one and lost for the
/// other (Laws of Chess, 12.9); a forfeit may be lost by both. More than a point is never given away.
bool go_together(Kind one, Kind other) {
  if (forfeited(one) || forfeited(other)) {
    return forfeited(one) && forfeited(other) && (one == Kind::forfeit_loss || other == Kind::forfeit_loss);
  }
  return one == Kind::loss || other == Kind::loss || (one == Kind::draw && other == Kind::draw);
}

std::string in_round(std::size_t round) { return "round " + std::to_string(round + 1) + ", "; }

/// What the player's entry says against the opponent's.
void check_pair(const PlayerRecord& player, std::size_t round, const PlayerRecord& opponent) {
  const Cell& mine = player.cells[round];
  const Line& line = *player.line;
  const Cell theirs = round < opponent.cells.size() ? opponent.cells[round] : Cell{};
  const std::string where = " (line " + std::to_string(opponent.line->number()) + ")";
  if (theirs.opponent != player.id) {
    line.fail({mine.column, mine.column + 3}, in_round(round) + "opponent",
              "a player whose opponent is " + std::to_string(player.id) + ", but " +
                  std::to_string(opponent.id) + " has " +
                  (theirs.opponent ? std::to_string(*theirs.opponent) : "none") + where);
  }
  if (mine.colour.has_value() != theirs.colour.has_value() || (mine.colour && mine.colour == theirs.colour)) {
    line.fail({mine.column + 5, mine.column + 5}, in_round(round) + "colour",
              "the opposite of what " + std::to_string(opponent.id) + " has" + where);
  }
  if (!go_together(mine.kind, theirs.kind)) {
    line.fail({mine.column + 7, mine.column + 7}, in_round(round) + "result",
              "one that goes with the result of " + std::to_string(opponent.id) + where);
  }
}

}  // namespace

void check_pairs(const std::vector<PlayerRecord>& players) {
  std::vector<const PlayerRecord*> byes;  // by round
  for (const PlayerRecord& player : players) {
    byes.resize(std::max(byes.size(), player.cells.size()));
    for (std::size_t round = 0; round < player.cells.size(); ++round) {
      const Cell& cell = player.cells[round];
      const Columns opponent{cell.column, cell.column + 3};
      if (cell.opponent) {
        const auto id = static_cast<std::size_t>(*cell.opponent);
        if (*cell.opponent == player.id || id > players.size()) {
          player.line->fail(opponent, in_round(round) + "opponent",
                            "another player's id, at most " + std::to_string(players.size()));
        }
        check_pair(player, round, players[id - 1]);
      }
      if (cell.kind == Kind::bye) {
        if (byes[round] != nullptr) {
          player.line->fail({cell.column + 7, cell.column + 7}, in_round(round) + "result",
                            "one U a round, and " + std::to_string(byes[round]->id) + " has it (line " +
                                std::to_string(byes[round]->line->number()) + ")");
        }
        byes[round] = &player;
      }
    }
  }
}

}  // namespace referee::swiss::trf
