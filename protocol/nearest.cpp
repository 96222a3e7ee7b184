#include "protocol/nearest.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace protocol {
namespace {

constexpr std::size_t kLongest = 64;  // nobody mistypes one of our words by more

bool is_swap(std::string_view a, std::string_view b, std::size_t i, std::size_t j) {
  return i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j];
}

std::string only_one_that_begins_with(std::string_view typed, const std::vector<std::string>& words) {
  const auto begins = [&](const std::string& word) { return word.starts_with(typed); };
  return std::ranges::count_if(words, begins) == 1 ? *std::ranges::find_if(words, begins) : "";
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);  // the row before `row`
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::vector<std::size_t> next(b.size() + 1, i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      next[j + 1] = std::min({row[j + 1] + 1, next[j] + 1, row[j] + (a[i] == b[j] ? 0 : 1)});
      if (is_swap(a, b, i, j)) {
        next[j + 1] = std::min(next[j + 1], before[j - 1] + 1);
      }
    }
    before = std::move(row);
    row = std::move(next);
  }
  return row.back();
}

std::string nearest_word(std::string_view typed, const std::vector<std::string>& words) {
  if (typed.empty() || typed.size() > kLongest) {
    return "";
  }
  const auto nearest = std::ranges::min_element(
      words, {}, [&](const std::string& word) { return edit_distance(typed, word); });
  const bool is_near = nearest != words.end() && edit_distance(typed, *nearest) <= typed.size() / 3;
  return is_near ? *nearest : only_one_that_begins_with(typed, words);
}

std::string did_you_mean(std::string_view typed, const std::vector<std::string>& words) {
  const std::string meant = nearest_word(typed, words);
  return meant.empty() ? "" : ": did you mean '" + meant + "'?";
}

}  // namespace protocol
