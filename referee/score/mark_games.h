#pragma once

#include <map>
#include <utility>

#include "referee/score/item_games.h"
#include "referee/statistics/band_decision.h"

namespace referee::score {

/// The matches of an item with marks, in groups: in the matches of a group the submission sits at each seat
/// once, on one seed. A group counts when BandDecision asks for it, so that the same seeds decide the same
/// with any number of matches at a time: of matches that were begun early some may not be needed.
class MarkGames final : public ItemGames {
 public:
  /// REQUIRES: item.marks.
  explicit MarkGames(const RubricItem& item);

  std::optional<ItemGame> next() override;
  void ended(const ItemGame& game, const GameValues& values) override;
  bool is_over() const override { return !decision_.next(); }
  bool may_follow(std::size_t /*more*/) const override { return !is_over(); }
  std::vector<std::size_t> counted() const override;
  void grade(ScoredItem& item, std::span<const GameValues> values) const override;

 private:
  using Group = std::pair<std::size_t, std::size_t>;  // opponent, and number against it from 0
  struct Progress {
    std::size_t begun = 0;  ///< matches
    std::size_t ended = 0;
    double points = 0;
  };

  std::size_t number_of(const Group& group, std::size_t seat) const;
  void count();
  ScoredMark mark() const;

  const RubricItem& item_;
  const Marks& marks_;
  comparison::BandDecision decision_;
  std::map<Group, Progress> groups_;
  std::vector<Group> counted_;
};

}  // namespace referee::score
