#pragma once

#include <algorithm>
#include <functional>
#include <iterator>

// Those algorithms of std::ranges that only the sample bots call; see ranges_algorithms.h.
#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 15000

namespace std::ranges {

template <class Range>
constexpr void reverse(Range&& range) {
  std::reverse(begin(range), end(range));
}
template <class Range, class Iterator, class Less = less, class Projection = identity>
constexpr void nth_element(Range&& range, Iterator nth, Less less = {}, Projection projection = {}) {
  std::nth_element(begin(range), nth, end(range), [&](auto&& one, auto&& other) -> bool {
    return invoke(less, invoke(projection, one), invoke(projection, other));
  });
}
template <class Range, class Less = less>
constexpr void push_heap(Range&& range, Less less = {}) {
  std::push_heap(begin(range), end(range), less);
}
template <class Range, class Less = less>
constexpr void pop_heap(Range&& range, Less less = {}) {
  std::pop_heap(begin(range), end(range), less);
}
template <class Range, class Less = less>
constexpr void sort_heap(Range&& range, Less less = {}) {
  std::sort_heap(begin(range), end(range), less);
}

}  // namespace std::ranges

#endif
