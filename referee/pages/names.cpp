#include "referee/pages/names.h"

namespace referee::pages {

ShownNames::ShownNames(const std::vector<StoredEntrant>& entrants, WebSpec::Names policy) {
  if (policy == WebSpec::Names::name) {
    return;
  }
  std::map<std::string, int> uses;  // of a text as name or display
  for (const StoredEntrant& entrant : entrants) {
    ++uses[entrant.name];
    uses[entrant.display] += entrant.display == entrant.name ? 0 : 1;
  }
  for (const StoredEntrant& entrant : entrants) {
    if (!entrant.display.empty() && uses[entrant.display] == 1) {
      displays_.emplace(entrant.name, entrant.display);
    }
  }
}

const std::string& ShownNames::of(const std::string& name) const {
  const auto found = displays_.find(name);
  return found == displays_.end() ? name : found->second;
}

std::vector<std::string> ShownNames::of(const std::vector<std::string>& names) const {
  std::vector<std::string> shown;
  shown.reserve(names.size());
  for (const std::string& name : names) {
    shown.push_back(of(name));
  }
  return shown;
}

void ShownNames::enter_into(StandingsPage& page) const {
  for (History::EntrantInfo& entrant : page.history.entrants) {
    entrant.name = of(entrant.name);
    entrant.display.clear();
  }
  for (StandingsRow& row : page.rows) {
    row.name = page.history.entrants[row.entrant].name;
    row.display.clear();
  }
}

}  // namespace referee::pages
