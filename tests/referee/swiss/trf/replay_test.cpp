#include <gtest/gtest.h>

#include <array>
#include <utility>

#include "engines/random.h"
#include "referee/swiss/pairing.h"
#include "referee/swiss/trf/check.h"
#include "referee/swiss/trf/reader.h"
#include "referee/swiss/trf/writer.h"
#include "tests/support/random_cases.h"

// If each round of a tournament was paired by the rules, the check of its report file finds no difference.

namespace referee::swiss {
namespace {

using Kind = RoundEntry::Kind;

/// A tournament with byes, forfeits, late entries and withdrawals, decided at random and paired by the rules.
class Simulation {
 public:
  explicit Simulation(engines::Rng& rng) : rng_(rng) {
    tournament_.players.resize(4 + below(20));
    tournament_.rounds = 3 + static_cast<int>(below(5));
    tournament_.initial_colour = below(2) == 0 ? Colour::white : Colour::black;
    for (std::size_t i = 0; i < tournament_.players.size(); ++i) {
      enters_.push_back(below(8) == 0 ? below(3) : 0);
      leaves_.push_back(below(8) == 0 ? 1 + below(8) : 99);
    }
    if (below(3) == 0) {
      tournament_.forbidden.push_back({{0, 1, tournament_.players.size() - 1}, 1, 2});
    }
  }

  /// Plays to the end, or until the rules allow no pairing.
  const Tournament& play() {
    while (static_cast<int>(tournament_.played) < tournament_.rounds) {
      ask_for_byes();
      RoundPairing pairing;
      try {
        pairing = pair_round(tournament_);
      } catch (const NoPairing&) {
        break;
      }
      if (pairing.boards.empty()) {
        break;
      }
      play(pairing);
    }
    tournament_.byes.clear();
    return tournament_;
  }

 private:
  std::size_t below(std::uint64_t n) { return static_cast<std::size_t>(engines::below(rng_, n)); }

  void ask_for_byes() {
    tournament_.byes.clear();
    const std::size_t round = tournament_.played;
    for (PlayerIndex player = 0; player < tournament_.players.size(); ++player) {
      const bool away = round < enters_[player] || round >= leaves_[player];
      if (away || below(12) == 0) {
        const Kind kind = away || below(2) == 0 ? Kind::zero_bye : Kind::half_bye;
        tournament_.byes.push_back({player, static_cast<int>(round) + 1, kind});
      }
    }
  }

  void play(const RoundPairing& pairing) {
    for (Player& player : tournament_.players) {
      player.rounds.emplace_back();
    }
    const auto entry = [this](PlayerIndex player) -> RoundEntry& {
      return tournament_.players[player].rounds.back();
    };
    for (const Board& board : pairing.boards) {
      constexpr std::array<std::pair<Kind, Kind>, 6> kResults = {{{Kind::win, Kind::loss},
                                                                  {Kind::draw, Kind::draw},
                                                                  {Kind::loss, Kind::win},
                                                                  {Kind::win, Kind::loss},
                                                                  {Kind::draw, Kind::draw},
                                                                  {Kind::forfeit_win, Kind::forfeit_loss}}};
      const auto [white, black] = kResults[below(kResults.size())];
      entry(board.white) = {.kind = white, .opponent = board.black, .colour = Colour::white};
      entry(board.black) = {.kind = black, .opponent = board.white, .colour = Colour::black};
    }
    if (pairing.bye) {
      entry(*pairing.bye).kind = Kind::bye;
    }
    for (const RequestedBye& bye : tournament_.byes) {
      entry(bye.player).kind = bye.kind;
    }
    ++tournament_.played;
  }

  engines::Rng& rng_;
  Tournament tournament_;
  std::vector<std::size_t> enters_;  ///< rounds that a player misses at the beginning
  std::vector<std::size_t> leaves_;  ///< rounds that a player stays for
};

TEST(TrfReplay, WhatTheRulesPairedAgreesWithThem) {
  engines::Rng rng(4);
  std::size_t rounds = 0;
  for (int i = 0; i < test_support::random_cases(30); ++i) {
    Tournament tournament = Simulation(rng).play();
    if (i % 2 == 0) {
      tournament.initial_colour.reset();  // then the first round determines it
    }
    const std::string text =
        write_trf(tournament, {.type = "", .start = "", .dutch = true, .tie_breaks = "", .ranks = {}});
    const Tournament read = read_trf(text, "x.trf").tournament;
    ASSERT_EQ(read.played, tournament.played) << text;
    for (const RoundDifference& difference : check_rounds(read)) {
      ADD_FAILURE() << difference.text() << "\n" << text;
    }
    rounds += read.played;
  }
  EXPECT_GT(rounds, 90U);
}

}  // namespace
}  // namespace referee::swiss
