#include "referee/swiss/trf/check.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>

#include "protocol/require.h"
#include "referee/swiss/colours.h"
#include "referee/swiss/trf/reader.h"

namespace referee::swiss {
namespace {

using Kind = RoundEntry::Kind;

bool paired(const RoundEntry& entry) {
  return entry.opponent || entry.kind == Kind::bye || entry.kind == Kind::forfeit_win;
}

std::string id(PlayerIndex player) { return std::to_string(player + 1); }

std::string bye_text(PlayerIndex player) { return "bye " + id(player); }

std::string board_text(const Board& board) { return id(board.white) + "-" + id(board.black); }

/// A round as people write it, to be compared: sorted by the numbers of the players.
struct Boards {
  std::set<Board, bool (*)(const Board&, const Board&)> pairs{[](const Board& a, const Board& b) {
    return a.white != b.white ? a.white < b.white : a.black < b.black;
  }};
  std::set<PlayerIndex> byes;
};

Boards boards_of(const RoundPairing& pairing) {
  Boards boards;
  boards.pairs.insert(pairing.boards.begin(), pairing.boards.end());
  if (pairing.bye) {
    boards.byes.insert(*pairing.bye);
  }
  return boards;
}

/// The boards that were played. A pair without colours takes those of `rules`, if the pair is there.
Boards boards_played(const Tournament& tournament, std::size_t round, const Boards& rules) {
  Boards boards;
  for (PlayerIndex player = 0; player < tournament.players.size(); ++player) {
    const RoundEntry& entry = tournament.players[player].in(round);
    if (!entry.opponent) {
      if (paired(entry)) {
        boards.byes.insert(player);
      }
      continue;
    }
    Board board{.white = player, .black = *entry.opponent};
    if (entry.colour ? entry.colour == Colour::black : rules.pairs.contains({*entry.opponent, player})) {
      std::swap(board.white, board.black);
    } else if (!entry.colour && !rules.pairs.contains(board)) {
      board = {std::min(player, *entry.opponent), std::max(player, *entry.opponent)};
    }
    boards.pairs.insert(board);
  }
  return boards;
}

/// The entries of `one` that `other` lacks.
std::vector<std::string> rest(const Boards& one, const Boards& other) {
  std::vector<std::string> texts;
  for (const Board& board : one.pairs) {
    if (!other.pairs.contains(board)) {
      texts.push_back(board_text(board));
    }
  }
  for (const PlayerIndex player : one.byes) {
    if (!other.byes.contains(player)) {
      texts.push_back(bye_text(player));
    }
  }
  return texts;
}

std::string joined(const std::vector<std::string>& texts) {
  std::string text;
  for (const std::string& part : texts) {
    text += text.empty() ? "" : " ";
    text += part;
  }
  return text.empty() ? "nobody" : text;
}

std::optional<RoundDifference> difference(const Tournament& tournament, int round, const PairRound& pair) {
  RoundDifference found;
  found.round = round;
  Boards ruled;
  try {
    ruled = boards_of(pair(before_round(tournament, round)));
  } catch (const NoPairing& none) {
    found.no_pairing = none.what();
  }
  const Boards played = boards_played(tournament, static_cast<std::size_t>(round) - 1, ruled);
  found.paired = rest(played, ruled);
  found.ruled = rest(ruled, played);
  const bool same = found.paired.empty() && found.ruled.empty() && found.no_pairing.empty();
  return same ? std::nullopt : std::optional(found);
}

}  // namespace

std::string RoundDifference::text() const {
  const std::string begin = "round " + std::to_string(round) + ": paired " + joined(paired) + ", the rules ";
  return begin + (no_pairing.empty() ? "give " + joined(ruled) : "allow no pairing: " + no_pairing);
}

std::vector<RoundDifference> check_rounds(const Tournament& tournament, const PairRound& pair) {
  REQUIRE(static_cast<std::size_t>(tournament.rounds) >= tournament.played);
  std::vector<RoundDifference> differences;
  for (std::size_t round = 1; round <= tournament.played; ++round) {
    if (auto found = difference(tournament, static_cast<int>(round), pair)) {
      differences.push_back(std::move(*found));
    }
  }
  return differences;
}

Tournament before_round(const Tournament& tournament, int round) {
  const std::size_t index = static_cast<std::size_t>(round) - 1;
  Tournament before = tournament;
  before.played = index;
  before.byes.clear();
  if (!before.initial_colour) {
    before.initial_colour = first_colour(tournament);
  }
  for (PlayerIndex player = 0; player < before.players.size(); ++player) {
    const RoundEntry& entry = tournament.players[player].in(index);
    if (!paired(entry)) {
      const bool granted = entry.kind == Kind::full_bye || entry.kind == Kind::half_bye;
      before.byes.push_back({player, round, granted ? entry.kind : Kind::zero_bye});
    }
    std::vector<RoundEntry>& rounds = before.players[player].rounds;
    rounds.resize(std::min(rounds.size(), index));
  }
  return before;
}

}  // namespace referee::swiss

namespace referee::swiss::trf {
namespace {

using Kind = RoundEntry::Kind;

bool forfeited(Kind kind) { return kind == Kind::forfeit_win || kind == Kind::forfeit_loss; }

/// Whether two opponents can have these results. By an arbiter's decision both may lose a game, or one may
/// draw it and the other lose it (Laws of Chess, 12.9); both may lose by forfeit. Together they never have
/// more than one point.
bool go_together(Kind one, Kind other) {
  if (one == Kind::open || other == Kind::open) {
    return one == other;
  }
  if (forfeited(one) || forfeited(other)) {
    return forfeited(one) && forfeited(other) && (one == Kind::forfeit_loss || other == Kind::forfeit_loss);
  }
  return one == Kind::loss || other == Kind::loss || (one == Kind::draw && other == Kind::draw);
}

std::string in_round(std::size_t round) { return "round " + std::to_string(round + 1) + ", "; }

/// Compares the player's entry with the opponent's.
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
