#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>

#include "referee/swiss/completion.h"
#include "referee/swiss/round_procedure.h"
#include "tests/referee/swiss/oracle.h"
#include "tests/referee/swiss/random_tournament.h"
#include "tests/support/random_cases.h"

namespace referee::swiss {
namespace {

const int kStates = test_support::random_cases(300);  // of each style

/// Sorts the boards by player, as these tests do not compare their order.
RoundPairing sorted(RoundPairing pairing) {
  std::ranges::sort(pairing.boards, {},
                    [](const Board& board) { return std::pair(board.white, board.black); });
  return pairing;
}

std::optional<RoundPairing> if_any(RoundPairing (*pair)(const Tournament&), const Tournament& tournament) {
  try {
    return sorted(pair(tournament));
  } catch (const NoPairing&) {
    return std::nullopt;
  }
}

std::string text(const std::optional<RoundPairing>& pairing) {
  if (!pairing) {
    return "no pairing";
  }
  std::string out;
  for (const Board& board : pairing->boards) {
    out += std::to_string(board.white + 1) + "-" + std::to_string(board.black + 1) + " ";
  }
  return pairing->bye ? out + "bye " + std::to_string(*pairing->bye + 1) : out;
}

std::string text(const Tournament& tournament) {
  constexpr char kLetters[] = "1=0+-UFHZ";
  std::string out = "rounds " + std::to_string(tournament.rounds) + "\n";
  for (std::size_t p = 0; p < tournament.players.size(); ++p) {
    out += std::to_string(p + 1) + ":";
    for (std::size_t r = 0; r < tournament.played; ++r) {
      const RoundEntry& e = tournament.players[p].in(r);
      out += " " + (e.opponent ? std::to_string(*e.opponent + 1) : "0");
      out += !e.colour ? '-' : *e.colour == Colour::white ? 'w' : 'b';
      out += kLetters[static_cast<std::size_t>(e.kind)];
    }
    for (const RequestedBye& bye : tournament.byes) {
      out += bye.player == p && bye.round == static_cast<int>(tournament.played) + 1 ? " out" : "";
    }
    out += " = " + std::to_string(tournament.players[p].score(tournament.points, tournament.played)) + "\n";
  }
  return out;
}

struct Style {
  bool by_rule = false;  ///< earlier rounds are paired by the rules, else at random
  Habits habits;
  unsigned seed = 1;
};

void compare(const Style& style) {
  std::mt19937 random(style.seed);
  for (int state = 0; state < kStates;) {
    Tournament tournament;
    tournament.players.resize(2 + random() % 8);
    tournament.rounds = 2 + static_cast<int>(random() % 6);
    tournament.initial_colour = random() % 2 == 0 ? Colour::white : Colour::black;
    if (random() % 4 == 0 && tournament.players.size() > 3) {
      tournament.forbidden.push_back({{0, 1 + random() % (tournament.players.size() - 1)}, 1, 999});
    }
    if (random() % 8 == 0) {
      tournament.points = {30, 10, 0, 0, 30};
    }
    for (int round = 1; round <= tournament.rounds; ++round, ++state) {
      add_absences(tournament, style.habits, random);
      const auto ours = if_any(pair_round, tournament);
      ASSERT_EQ(text(ours), text(if_any(oracle_pairing, tournament))) << "state " << state << "\n"
                                                                      << text(tournament);
      if (style.by_rule && !ours) {
        break;
      }
      play_round(tournament, style.by_rule ? *ours : any_pairing(tournament, random), style.habits, random);
    }
  }
}

TEST(PairingOracle, AgreesOnTournamentsPairedByTheRules) { compare({true, {}, 1}); }

TEST(PairingOracle, AgreesWithManyByesAndForfeits) { compare({true, {20, 12, 18, 20}, 2}); }

TEST(PairingOracle, AgreesAfterRoundsPairedAnyhow) { compare({false, {}, 3}); }

TEST(PairingOracle, AgreesWhereAllScoresAreClose) { compare({false, {85, 5, 5, 0}, 4}); }

}  // namespace
}  // namespace referee::swiss
