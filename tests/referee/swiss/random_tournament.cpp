#include "tests/referee/swiss/random_tournament.h"

#include <algorithm>

namespace referee::swiss {
namespace {

using Kind = RoundEntry::Kind;

bool happens(unsigned percent, std::mt19937& random) { return random() % 100 < percent; }

bool left_out(const Tournament& tournament, PlayerIndex player) {
  return std::ranges::any_of(tournament.byes, [&](const RequestedBye& bye) {
    return bye.player == player && bye.round == static_cast<int>(tournament.played) + 1;
  });
}

bool have_met(const Tournament& tournament, PlayerIndex a, PlayerIndex b) {
  return std::ranges::any_of(tournament.players[a].rounds,
                             [&](const RoundEntry& entry) { return entry.played() && entry.opponent == b; });
}

}  // namespace

void add_absences(Tournament& tournament, const Habits& habits, std::mt19937& random) {
  const int round = static_cast<int>(tournament.played) + 1;
  for (PlayerIndex player = 0; player < tournament.players.size(); ++player) {
    const bool entered = tournament.played == 0 ||
                         std::ranges::any_of(tournament.players[player].rounds,
                                             [](const RoundEntry& e) { return e.kind != Kind::zero_bye; });
    const bool stays_out =
        tournament.played == 0 ? happens(habits.late_entries, random) : !entered && happens(60, random);
    if (stays_out) {
      tournament.byes.push_back({player, round, Kind::zero_bye});
    } else if (happens(habits.absences, random)) {
      constexpr Kind kKinds[] = {Kind::zero_bye, Kind::zero_bye, Kind::half_bye, Kind::full_bye};
      tournament.byes.push_back({player, round, kKinds[random() % 4]});
    }
  }
}

void play_round(Tournament& tournament, const RoundPairing& pairing, const Habits& habits,
                std::mt19937& random) {
  std::vector<RoundEntry> entries(tournament.players.size());
  for (const RequestedBye& bye : tournament.byes) {
    if (bye.round == static_cast<int>(tournament.played) + 1) {
      entries[bye.player].kind = bye.kind;
    }
  }
  for (const auto& [white, black] : pairing.boards) {
    entries[white] = {Kind::draw, black, Colour::white};
    entries[black] = {Kind::draw, white, Colour::black};
    const bool white_better = random() % 2 == 0;
    RoundEntry& winner = entries[white_better ? white : black];
    RoundEntry& loser = entries[white_better ? black : white];
    if (happens(habits.forfeits, random)) {
      winner.kind = happens(10, random) ? Kind::forfeit_loss : Kind::forfeit_win;
      loser.kind = Kind::forfeit_loss;
    } else if (!happens(habits.draws, random)) {
      winner.kind = Kind::win;
      loser.kind = Kind::loss;
    }
  }
  if (pairing.bye) {
    entries[*pairing.bye].kind = Kind::bye;
  }
  for (PlayerIndex player = 0; player < entries.size(); ++player) {
    tournament.players[player].rounds.push_back(entries[player]);
  }
  ++tournament.played;
}

RoundPairing any_pairing(const Tournament& tournament, std::mt19937& random) {
  std::vector<PlayerIndex> open;
  for (PlayerIndex player = 0; player < tournament.players.size(); ++player) {
    if (!left_out(tournament, player)) {
      open.push_back(player);
    }
  }
  std::ranges::shuffle(open, random);
  RoundPairing pairing;
  while (!open.empty()) {
    const PlayerIndex white = open.back();
    open.pop_back();
    const auto black =
        std::ranges::find_if(open, [&](PlayerIndex p) { return !have_met(tournament, white, p); });
    if (black != open.end()) {
      pairing.boards.push_back({white, *black});
      open.erase(black);
    } else if (!pairing.bye) {
      pairing.bye = white;
    }
  }
  return pairing;
}

}  // namespace referee::swiss
