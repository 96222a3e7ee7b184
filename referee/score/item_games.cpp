#include "referee/score/item_games.h"

#include <numeric>

#include "referee/score/mark_games.h"

namespace referee::score {
namespace {

/// The matches of an item with criteria: all that are listed, and all of them count.
class ListedGames final : public ItemGames {
 public:
  explicit ListedGames(const RubricItem& item) : item_(item) {}

  std::optional<ItemGame> next() override {
    if (begun_ == item_.games.size()) {
      return std::nullopt;
    }
    const std::size_t number = begun_++;
    return ItemGame{number, number, 0, number % item_.seats};
  }
  void ended(const ItemGame& /*game*/, const GameValues& /*values*/) override { ++ended_; }
  bool is_over() const override { return ended_ == item_.games.size(); }
  bool may_follow(std::size_t more) const override { return begun_ + more <= item_.games.size(); }
  std::vector<std::size_t> counted() const override {
    std::vector<std::size_t> all(item_.games.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
  }
  void grade(ScoredItem& item, std::span<const GameValues> values) const override {
    score::grade(item, item_, values);
  }

 private:
  const RubricItem& item_;
  std::size_t begun_ = 0;
  std::size_t ended_ = 0;
};

}  // namespace

std::unique_ptr<ItemGames> ItemGames::of(const RubricItem& item) {
  if (item.marks) {
    return std::make_unique<MarkGames>(item);
  }
  return std::make_unique<ListedGames>(item);
}

}  // namespace referee::score
