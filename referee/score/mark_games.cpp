#include "referee/score/mark_games.h"

#include "referee/score/score_parts.h"
#include "referee/score/scored_game.h"

namespace referee::score {

MarkGames::MarkGames(const RubricItem& item) : item_(item), marks_(*item.marks), decision_(marks_.terms) {}

std::size_t MarkGames::number_of(const Group& group, std::size_t seat) const {
  const auto& [opponent, number] = group;
  return (number * marks_.opponents.size() + opponent) * item_.seats + seat;
}

/// Groups against the opponent whom the decision asks for, as far as it may ask for them.
std::optional<ItemGame> MarkGames::next() {
  const auto opponent = decision_.next();
  if (!opponent) {
    return std::nullopt;
  }
  const auto first = static_cast<std::size_t>(decision_.share(*opponent).count());
  const std::size_t left = static_cast<std::size_t>(marks_.terms.most_groups) - counted_.size();
  for (std::size_t number = first; number < first + left; ++number) {
    const Group group{*opponent, number};
    Progress& progress = groups_[group];
    if (progress.begun < item_.seats) {
      const std::size_t seat = progress.begun++;
      return ItemGame{number_of(group, seat), number, *opponent, seat};
    }
  }
  return std::nullopt;
}

void MarkGames::ended(const ItemGame& game, const GameValues& values) {
  Progress& progress = groups_[{game.line_up, game.instance}];
  ++progress.ended;
  progress.points += item_.seats == 1 ? marks_.share_of(values.score) : values.pairwise;
  count();
}

/// Gives the decision the groups that it asks for, one after the other, as far as they are over.
void MarkGames::count() {
  while (const auto opponent = decision_.next()) {
    const Group group{*opponent, static_cast<std::size_t>(decision_.share(*opponent).count())};
    const auto found = groups_.find(group);
    if (found == groups_.end() || found->second.ended < item_.seats) {
      return;
    }
    decision_.add(*opponent, found->second.points / static_cast<double>(item_.seats));
    counted_.push_back(group);
  }
}

std::vector<std::size_t> MarkGames::counted() const {
  std::vector<std::size_t> numbers;
  for (const Group& group : counted_) {
    for (std::size_t seat = 0; seat < item_.seats; ++seat) {
      numbers.push_back(number_of(group, seat));
    }
  }
  return numbers;
}

ScoredMark MarkGames::mark() const {
  ScoredMark mark;
  mark.mark = marks_.bands[decision_.band()].mark;
  for (const std::size_t band : decision_.possible()) {
    mark.possible.push_back(marks_.bands[band].mark);
  }
  mark.promise = marks_.promise();
  for (std::size_t opponent = 0; opponent < marks_.opponents.size(); ++opponent) {
    const auto& [estimate, low, high] = decision_.interval(opponent);
    const std::int64_t games = decision_.share(opponent).count() * static_cast<std::int64_t>(item_.seats);
    const std::string name = item_.seats == 1 ? "" : marks_.opponents[opponent].text();
    if (games > 0) {
      mark.against.push_back({name, marks_.value_of(estimate), marks_.value_of(low), marks_.value_of(high),
                              games, marks_.asked(opponent)});
    }
  }
  return mark;
}

void MarkGames::grade(ScoredItem& item, std::span<const GameValues> /*values*/) const {
  item.mark = mark();
  item.measured = measured_text(*item.mark);
  give_points(item, marks_.bands[decision_.band()].points);
}

}  // namespace referee::score
