#include "referee/tournament/run/missing_programs.h"

#include <utility>

#include "protocol/require.h"

namespace referee {

void MissingPrograms::saw(const std::vector<std::string>& names, TimePoint now) {
  std::map<std::string, TimePoint> since;
  for (const std::string& name : names) {
    const auto known = since_.find(name);
    since.emplace(name, known == since_.end() ? now : known->second);
  }
  since_ = std::move(since);
}

std::vector<std::string> MissingPrograms::at_once_with(const std::string& name) const {
  REQUIRE(since_.contains(name));
  const TimePoint time = since_.at(name);
  std::vector<std::string> names;
  for (const auto& [other, since] : since_) {
    if (since - time <= kSameWhile && time - since <= kSameWhile) {
      names.push_back(other);
    }
  }
  return names;
}

}  // namespace referee
