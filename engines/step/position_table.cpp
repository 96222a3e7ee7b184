#include "engines/step/position_table.h"

#include <stdexcept>
#include <string>

namespace referee {

void PositionTable::keep(Position position) {
  if (by_use_.size() == most_) {
    by_number_.erase(by_use_.back().first);
    by_use_.pop_back();
  }
  by_use_.emplace_front(++newest_, std::move(position));
  by_number_[newest_] = by_use_.begin();
}

const Position& PositionTable::at(std::int64_t number) {
  const auto kept = by_number_.find(number);
  if (kept == by_number_.end()) {
    const std::string got = "position: got " + std::to_string(number) + ", ";
    if (number < 1 || number > newest_) {
      throw std::invalid_argument(
          got + (newest_ == 0 ? "expected a game first: no position was told yet"
                              : "expected one that was told: 1 to " + std::to_string(newest_)));
    }
    throw std::invalid_argument(got + "which is forgotten: the " + std::to_string(most_) +
                                " used last are kept (--keep), and \"forget\" drops one");
  }
  by_use_.splice(by_use_.begin(), by_use_, kept->second);
  return kept->second->second;
}

void PositionTable::forget(std::int64_t number) {
  if (const auto kept = by_number_.find(number); kept != by_number_.end()) {
    by_use_.erase(kept->second);
    by_number_.erase(kept);
  }
}

}  // namespace referee
