#include "referee/series/series_plan.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "protocol/require.h"

namespace referee {

/// Each group plays all line-ups.
SeriesPlan SeriesPlan::of_groups(std::vector<LineUp> group, std::int64_t groups, bool rotates) {
  const auto games = static_cast<std::int64_t>(group.size());
  return {std::move(group), games, groups, rotates};
}

SeriesPlan SeriesPlan::rotating(std::size_t entrants, std::int64_t games) {
  LineUp all(entrants);
  std::iota(all.begin(), all.end(), std::size_t{0});
  return of_groups({all}, games, true);
}

SeriesPlan SeriesPlan::pairs(std::int64_t pairs) {
  SeriesPlan plan = of_groups({{0, 1}, {1, 0}}, pairs, false);
  plan.paired_ = true;
  return plan;
}

SeriesPlan SeriesPlan::substitution(std::size_t seats, std::int64_t pairs) {
  REQUIRE(seats > 2);
  LineUp with_first{0};
  LineUp with_second{1};
  for (std::size_t other = 2; other <= seats; ++other) {
    with_first.push_back(other);
    with_second.push_back(other);
  }
  SeriesPlan plan = of_groups({with_first, with_second}, pairs, true);
  plan.paired_ = true;
  return plan;
}

SeriesPlan SeriesPlan::filled_from(std::size_t first) && {
  fill_from_ = first;
  return std::move(*this);
}

SeriesPlan SeriesPlan::same_instances(std::size_t entrants, std::int64_t instances, std::size_t challengers) {
  std::vector<LineUp> line_ups;
  for (std::size_t entrant = 0; entrant < entrants; ++entrant) {
    line_ups.push_back({entrant});
  }
  SeriesPlan plan = of_groups(std::move(line_ups), instances, false);
  plan.challengers_ = challengers;
  return plan;
}

SeriesPlan SeriesPlan::gauntlet(std::size_t challengers, std::size_t opponents, Meeting meeting,
                                std::int64_t each) {
  const bool pairs = meeting == Meeting::pairs;
  std::vector<LineUp> line_ups;
  for (std::size_t opponent = challengers; opponent < challengers + opponents; ++opponent) {
    for (std::size_t challenger = 0; challenger < challengers; ++challenger) {
      line_ups.push_back({challenger, opponent});
      if (pairs) {
        line_ups.push_back({opponent, challenger});
      }
    }
  }
  SeriesPlan plan = of_groups(std::move(line_ups), each, !pairs);
  plan.challengers_ = challengers;
  plan.paired_ = pairs;
  return plan;
}

SeriesPlan SeriesPlan::large_gauntlet(std::size_t challengers, std::size_t opponents, std::size_t seats,
                                      std::int64_t each) {
  REQUIRE(opponents + 1 >= seats);
  const auto cycle =
      static_cast<std::int64_t>(std::lcm(opponents, seats));  // then seats and opponents repeat
  std::vector<LineUp> line_ups;
  for (std::int64_t group = 0; group < std::min(each, cycle); ++group) {
    const std::size_t seat = static_cast<std::size_t>(group) % seats;
    const std::size_t first = static_cast<std::size_t>(group) * (seats - 1);
    for (std::size_t challenger = 0; challenger < challengers; ++challenger) {
      LineUp line_up(seats);
      line_up[seat] = challenger;
      for (std::size_t i = 0; i + 1 < seats; ++i) {
        line_up[(seat + 1 + i) % seats] = challengers + (first + i) % opponents;
      }
      line_ups.push_back(std::move(line_up));
    }
  }
  SeriesPlan plan(std::move(line_ups), static_cast<std::int64_t>(challengers), each, false);
  plan.challengers_ = challengers;
  return plan;
}

SeriesPlan SeriesPlan::neighbours(std::size_t entrants, std::size_t seats, std::int64_t groups) {
  REQUIRE(entrants >= seats);
  std::vector<LineUp> line_ups;
  for (std::size_t first = 0; first + seats <= entrants; ++first) {
    LineUp line_up(seats);
    std::iota(line_up.begin(), line_up.end(), first);
    for (std::size_t turned = 0; turned < seats; ++turned) {
      line_ups.push_back(line_up);
      std::rotate(line_up.begin(), line_up.begin() + 1, line_up.end());
    }
  }
  SeriesPlan plan = of_groups(std::move(line_ups), groups, false);
  plan.challengers_ = 0;
  plan.paired_ = seats == 2;
  return plan;
}

PlannedGame SeriesPlan::game(std::int64_t number) const {
  REQUIRE(number >= 1 && number <= games());
  PlannedGame game;
  game.number = number;
  game.group = (number - 1) / games_of_group_;
  const LineUp& line_up = line_ups_[static_cast<std::size_t>(number - 1) % line_ups_.size()];
  game.opening = rotates_ ? game.group / static_cast<std::int64_t>(line_up.size()) : game.group;
  const std::size_t shift = rotates_ ? static_cast<std::size_t>(game.group) % line_up.size() : 0;
  game.seating.resize(line_up.size());
  for (std::size_t i = 0; i < line_up.size(); ++i) {
    game.seating[(i + shift) % line_up.size()] = line_up[i];
  }
  return game;
}

}  // namespace referee
