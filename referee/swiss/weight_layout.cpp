#include "referee/swiss/weight_layout.h"

#include <bit>

namespace referee::swiss {

WeightLayout::WeightLayout(const Criteria& criteria, const Bracket& bracket) {
  std::size_t at = 1;
  const auto take = [&](std::size_t greatest_sum) {
    const std::size_t begin = at;
    at += static_cast<std::size_t>(std::bit_width(greatest_sum));
    return begin;
  };
  const std::size_t own = bracket.own;
  step_ = take(own * 4);  // of one vertex at most own + 1 at a time, or 3 for each of many
  numbers_ = take(own * own);
  originals_ = take(own);
  chosen_ = take(bracket.moved_down * 2);
  for (std::size_t i = kCriteria; i-- > 0;) {
    Field& field = fields_[i];
    field.width = criteria.width(static_cast<Criterion>(i));
    field.at = at;
    for (std::size_t bits = 0; const std::size_t width : field.width.classes) {
      field.class_at.push_back(at + bits);
      bits += width;
    }
    at += field.width.bits;
  }
  bits_ = at;
}

}  // namespace referee::swiss
