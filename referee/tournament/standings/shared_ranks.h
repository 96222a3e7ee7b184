#pragma once

#include <algorithm>
#include <functional>
#include <vector>

namespace referee {

/// Sorts by `value`, the greatest first and equal ones in their order, and sets each item's `rank`: from 1,
/// equal ones share the best place: 1, 1, 3.
template <class Item, class Value>
void rank_best_first(std::vector<Item>& items, const Value& value) {
  std::ranges::stable_sort(items, std::greater<>(), value);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const bool shared = i > 0 && value(items[i]) == value(items[i - 1]);
    items[i].rank = shared ? items[i - 1].rank : static_cast<int>(i) + 1;
  }
}

}  // namespace referee
