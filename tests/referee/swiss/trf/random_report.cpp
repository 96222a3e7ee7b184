#include "tests/referee/swiss/trf/random_report.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace referee::swiss::test {
namespace {

using Kind = RoundEntry::Kind;

class Draw {
 public:
  explicit Draw(engines::Rng& rng) : rng_(rng) {}

  Tournament tournament() {
    Tournament t;
    t.name = one_in(4) ? "" : "Open " + std::to_string(below(100));
    for (std::size_t i = 0, n = 2 + below(9); i < n; ++i) {
      t.players.push_back(
          {"Player, " + std::to_string(i + 1), one_in(4) ? 0 : static_cast<int>(below(3000)), {}});
    }
    t.points = one_in(2) ? PointSystem{} : points();
    t.played = below(7);
    t.rounds = one_in(4) ? 0 : static_cast<int>(t.played + below(4));
    if (one_in(2)) {
      t.initial_colour = one_in(2) ? Colour::white : Colour::black;
    }
    for (std::size_t round = 0; round < t.played; ++round) {
      play(t);
    }
    if (t.rounds != static_cast<int>(t.played)) {
      add_byes(t);
    }
    add_groups(t);
    return t;
  }

 private:
  std::size_t below(std::uint64_t n) { return static_cast<std::size_t>(engines::below(rng_, n)); }
  bool one_in(std::uint64_t n) { return below(n) == 0; }

  PointSystem points() {
    const auto value = [this] { return static_cast<Tenths>(below(50)); };
    return {
        .win = value(), .draw = value(), .loss = value(), .absence = one_in(2) ? 0 : value(), .bye = value()};
  }

  std::vector<PlayerIndex> shuffled(std::size_t n) {
    std::vector<PlayerIndex> order(n);
    std::iota(order.begin(), order.end(), PlayerIndex{0});
    for (std::size_t i = n; i > 1; --i) {
      std::swap(order[i - 1], order[below(i)]);
    }
    return order;
  }

  void play(Tournament& t) {
    const std::vector<PlayerIndex> order = shuffled(t.players.size());
    pair(t, order[0], order[1]);  // a round needs a pair to count
    std::size_t i = 2;
    for (; i + 1 < order.size() && !one_in(6); i += 2) {
      pair(t, order[i], order[i + 1]);
    }
    bool bye_given = false;
    for (; i < order.size(); ++i) {
      Kind kind =
          std::array{Kind::bye, Kind::full_bye, Kind::half_bye, Kind::zero_bye, Kind::forfeit_win}[below(5)];
      kind = kind == Kind::bye && std::exchange(bye_given, true) ? Kind::zero_bye : kind;
      t.players[order[i]].rounds.push_back({.kind = kind, .opponent = std::nullopt, .colour = std::nullopt});
    }
  }

  void pair(Tournament& t, PlayerIndex a, PlayerIndex b) {
    constexpr std::array<std::pair<Kind, Kind>, 8> kResults = {{{Kind::win, Kind::loss},
                                                                {Kind::draw, Kind::draw},
                                                                {Kind::loss, Kind::win},
                                                                {Kind::loss, Kind::loss},
                                                                {Kind::draw, Kind::loss},
                                                                {Kind::forfeit_win, Kind::forfeit_loss},
                                                                {Kind::forfeit_loss, Kind::forfeit_loss},
                                                                {Kind::win, Kind::loss}}};
    const auto [mine, theirs] = kResults[below(kResults.size())];
    const bool colourless = theirs == Kind::forfeit_loss && one_in(2);
    const auto colour = [&](Colour c) { return colourless ? std::nullopt : std::optional(c); };
    t.players[a].rounds.push_back({.kind = mine, .opponent = b, .colour = colour(Colour::white)});
    t.players[b].rounds.push_back({.kind = theirs, .opponent = a, .colour = colour(Colour::black)});
  }

  void add_byes(Tournament& t) {
    const int last = t.rounds == 0 ? 900 : t.rounds;
    for (int round = static_cast<int>(t.played) + 1; round <= last;
         round += 1 + static_cast<int>(below(300))) {
      for (PlayerIndex player = 0; player < t.players.size(); ++player) {
        if (one_in(3)) {
          t.byes.push_back(
              {player, round, std::array{Kind::full_bye, Kind::half_bye, Kind::zero_bye}[below(3)]});
        }
      }
    }
  }

  void add_groups(Tournament& t) {
    for (std::size_t n = below(4); n > 0; --n) {
      std::vector<PlayerIndex> players = shuffled(t.players.size());
      players.resize(2 + below(players.size() - 1));
      std::sort(players.begin(), players.end());
      const bool known = std::any_of(t.forbidden.begin(), t.forbidden.end(),
                                     [&](const ForbiddenGroup& group) { return group.players == players; });
      const int first = 1 + static_cast<int>(below(4));
      const int end = t.rounds == 0 ? 998 : t.rounds - 1;
      if (!known) {
        t.forbidden.push_back(
            {players, first,
             first <= end && one_in(2)
                 ? first + static_cast<int>(below(static_cast<std::uint64_t>(end - first + 1)))
                 : 999});
      }
    }
  }

  engines::Rng& rng_;
};

bool same(const ForbiddenGroup& a, const ForbiddenGroup& b) {
  return a.players == b.players && a.first_round == b.first_round && a.last_round == b.last_round;
}

bool same(const RequestedBye& a, const RequestedBye& b) {
  return a.player == b.player && a.round == b.round && a.kind == b.kind;
}

bool same(const Player& a, const Player& b) {
  return a.name == b.name && a.rating == b.rating && a.rounds == b.rounds;
}

template <class T>
bool all_same(const std::vector<T>& a, const std::vector<T>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const T& x, const T& y) { return same(x, y); });
}

}  // namespace

Tournament random_tournament(engines::Rng& rng) { return Draw(rng).tournament(); }

bool same(const Tournament& one, const Tournament& other) {
  return one.name == other.name && one.rounds == other.rounds && one.played == other.played &&
         one.points == other.points && one.initial_colour == other.initial_colour &&
         all_same(one.players, other.players) && all_same(one.forbidden, other.forbidden) &&
         all_same(one.byes, other.byes);
}

}  // namespace referee::swiss::test
