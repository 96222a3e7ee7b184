#pragma once

#include <algorithm>
#include <functional>
#include <iterator>
#include <ranges>
#include <utility>

// The algorithms of std::ranges that rules and bots call, where the C++ library has none yet: that of
// Debian's emscripten is libc++ 13. Later ones are left alone.
#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 15000

namespace std::ranges {

template <class Range, class Predicate, class Projection = identity>
constexpr auto find_if(Range&& range, Predicate predicate, Projection projection = {}) {
  return std::find_if(begin(range), end(range),
                      [&](auto&& item) -> bool { return invoke(predicate, invoke(projection, item)); });
}
template <class Range, class Value, class Projection = identity>
constexpr auto find(Range&& range, const Value& value, Projection projection = {}) {
  return ranges::find_if(
      range, [&](auto&& item) -> bool { return item == value; }, projection);
}
template <class Range, class Predicate, class Projection = identity>
constexpr bool any_of(Range&& range, Predicate predicate, Projection projection = {}) {
  return ranges::find_if(range, predicate, projection) != end(range);
}
template <class Range, class Predicate, class Projection = identity>
constexpr bool none_of(Range&& range, Predicate predicate, Projection projection = {}) {
  return !ranges::any_of(range, predicate, projection);
}
template <class Range, class Predicate, class Projection = identity>
constexpr bool all_of(Range&& range, Predicate predicate, Projection projection = {}) {
  return !ranges::any_of(
      range, [&](auto&& item) -> bool { return !invoke(predicate, item); }, projection);
}
template <class Range, class Predicate, class Projection = identity>
constexpr auto count_if(Range&& range, Predicate predicate, Projection projection = {}) {
  return std::count_if(begin(range), end(range),
                       [&](auto&& item) -> bool { return invoke(predicate, invoke(projection, item)); });
}
template <class Range, class Value, class Projection = identity>
constexpr auto count(Range&& range, const Value& value, Projection projection = {}) {
  return ranges::count_if(
      range, [&](auto&& item) -> bool { return item == value; }, projection);
}
template <class One, class Other, class Predicate = equal_to, class Projection = identity>
constexpr bool equal(One&& one, Other&& other, Predicate predicate = {}, Projection projection = {}) {
  return std::equal(begin(one), end(one), begin(other), end(other), [&](auto&& first, auto&& second) -> bool {
    return invoke(predicate, invoke(projection, first), second);
  });
}
template <class Range, class Less = less, class Projection = identity>
constexpr auto min_element(Range&& range, Less less = {}, Projection projection = {}) {
  return std::min_element(begin(range), end(range), [&](auto&& one, auto&& other) -> bool {
    return invoke(less, invoke(projection, one), invoke(projection, other));
  });
}
template <class Range, class Less = less, class Projection = identity>
constexpr auto max_element(Range&& range, Less less = {}, Projection projection = {}) {
  return std::max_element(begin(range), end(range), [&](auto&& one, auto&& other) -> bool {
    return invoke(less, invoke(projection, one), invoke(projection, other));
  });
}
template <class Range, class Less = less, class Projection = identity>
constexpr auto minmax(Range&& range, Less less = {}, Projection projection = {}) {
  const auto found = std::minmax_element(begin(range), end(range), [&](auto&& one, auto&& other) -> bool {
    return invoke(less, invoke(projection, one), invoke(projection, other));
  });
  struct Found {
    remove_cvref_t<decltype(*found.first)> min;
    remove_cvref_t<decltype(*found.first)> max;
  };
  return Found{*found.first, *found.second};
}
template <class Range, class Value, class Less = less, class Projection = identity>
constexpr auto lower_bound(Range&& range, const Value& value, Less less = {}, Projection projection = {}) {
  return std::lower_bound(begin(range), end(range), value, [&](auto&& item, const Value& wanted) -> bool {
    return invoke(less, invoke(projection, item), wanted);
  });
}
template <class Range, class Out, class Change>
constexpr auto transform(Range&& range, Out out, Change change) {
  return std::transform(begin(range), end(range), out, [&](auto&& item) { return invoke(change, item); });
}
template <class One, class Other, class Out, class Change>
constexpr auto transform(One&& one, Other&& other, Out out, Change change) {
  return std::transform(begin(one), end(one), begin(other), out, change);
}
template <class Range, class Act, class Projection = identity>
constexpr void for_each(Range&& range, Act act, Projection projection = {}) {
  std::for_each(begin(range), end(range), [&](auto&& item) { invoke(act, invoke(projection, item)); });
}
template <class Range, class Value>
constexpr void fill(Range&& range, const Value& value) {
  std::fill(begin(range), end(range), value);
}
template <class Range, class Less = less, class Projection = identity>
constexpr auto max(Range&& range, Less less = {}, Projection projection = {}) {
  return *std::max_element(begin(range), end(range), [&](auto&& one, auto&& other) -> bool {
    return invoke(less, invoke(projection, one), invoke(projection, other));
  });
}
template <class Range, class Out>
constexpr auto move(Range&& range, Out out) {
  return std::move(begin(range), end(range), out);
}
template <class Range, class Less = less, class Projection = identity>
constexpr void sort(Range&& range, Less less = {}, Projection projection = {}) {
  std::sort(begin(range), end(range), [&](auto&& one, auto&& other) -> bool {
    return invoke(less, invoke(projection, one), invoke(projection, other));
  });
}

template <class Range, class Less = less, class Projection = identity>
constexpr void stable_sort(Range&& range, Less less = {}, Projection projection = {}) {
  std::stable_sort(begin(range), end(range), [&](auto&& one, auto&& other) -> bool {
    return invoke(less, invoke(projection, one), invoke(projection, other));
  });
}
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
