#include "referee/report/bracket_rounds.h"

#include <algorithm>

namespace referee {

BracketRounds::BracketRounds(const StandingsPage& page) {
  const auto picture = page.format->bracket(page.history);
  for (const BracketPicture::Part& part : picture ? picture->parts : std::vector<BracketPicture::Part>()) {
    for (const BracketPicture::Box& box : part.boxes) {
      const std::string& name = part.columns[box.column];
      places_[{box.round, box.table}] = {name, box.sides};
      std::vector<std::string>& names = names_[box.round];
      if (std::ranges::find(names, name) == names.end()) {
        names.push_back(name);
      }
    }
  }
}

std::string BracketRounds::name_of(const Encounter& encounter) const {
  const auto found = places_.find({encounter.round, encounter.table});
  return found == places_.end() ? "" : found->second.name;
}

std::string BracketRounds::name_of(int round) const {
  std::string text;
  if (const auto found = names_.find(round); found != names_.end()) {
    for (const std::string& name : found->second) {
      text.append(text.empty() ? "" : ", ").append(name);
    }
  }
  return text;
}

std::string BracketRounds::points_of(const Encounter& encounter, std::size_t position) const {
  const auto found = places_.find({encounter.round, encounter.table});
  if (found == places_.end()) {
    return "";
  }
  const auto& sides = found->second.sides;
  return sides[sides[0].entrant == encounter.entrants.at(position) ? 0 : 1].score;
}

}  // namespace referee
