#include "referee/lab/game_check/check_outcome.h"

#include <algorithm>

#include "protocol/fields.h"

namespace referee {
namespace {

constexpr std::size_t kBriefText = 120;  // bytes

}  // namespace

std::string brief(const std::string& text) { return fields::brief_text(text, kBriefText); }

/// What the time has cut short is compared as far as it goes.
void compare_courses(const Check& check, const GameTrial& one, const GameTrial& other,
                     const std::string& how) {
  const auto [left, right] = std::ranges::mismatch(one.heard(), other.heard());
  const bool cut = !one.over() || !other.over();
  const bool at_end = left == one.heard().end() || right == other.heard().end();
  if (at_end && (cut || one.heard().size() == other.heard().size())) {
    return;
  }
  const auto answer = left - one.heard().begin();
  const std::string was = left == one.heard().end() ? "nothing" : brief(*left);
  throw GameFault{
      &check,
      "answer " + std::to_string(answer + 1) + " of a match is another one " + how + ": it was " + was,
      right == other.heard().end() ? "" : *right};
}

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& one : texts) {
    all.append(all.empty() ? "" : ", ").append(one);
  }
  return all;
}

std::string counted(std::size_t made, std::size_t of, const std::string& what) {
  return std::to_string(made) + (made == of ? "" : " of " + std::to_string(of)) + " " + what +
         (made == of ? "" : " (the time was up)");
}

}  // namespace referee
