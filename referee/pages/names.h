#pragma once

#include <map>
#include <string>
#include <vector>

#include "referee/report/standings_page.h"
#include "referee/store/store.h"
#include "referee/tournament/config/web_spec.h"

namespace referee::pages {

/// The names that pages show. Displays are students' names: with WebSpec::Names::display an entrant is shown
/// by its own where no other entrant has that text as display or name; without it, all are shown by name.
class ShownNames {
 public:
  /// Every name is shown as it is.
  ShownNames() = default;
  ShownNames(const std::vector<StoredEntrant>& entrants, WebSpec::Names policy);

  /// What is shown for the entrant of that name; house bots and others are shown by their names.
  const std::string& of(const std::string& name) const;
  std::vector<std::string> of(const std::vector<std::string>& names) const;
  /// Replaces all names of the page by those that are shown, and leaves out the displays.
  void enter_into(StandingsPage& page) const;

 private:
  std::map<std::string, std::string> displays_;  // by name; of entrants that are shown by them
};

}  // namespace referee::pages
