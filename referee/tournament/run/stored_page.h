#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/report/standings_page.h"
#include "referee/store/store.h"
#include "referee/tournament/config/class_export.h"
#include "referee/tournament/formats/tournament_format.h"

namespace referee {

/// What standings are made of, from a store or from a running tournament.
struct PageParts {
  std::string tournament;
  std::string game;
  std::shared_ptr<const TournamentFormat> format;
  std::vector<std::string> instances;  ///< their labels
  History history;                     ///< with the entrants
  std::vector<StoredChange> changes;
  int rounds = 0;  ///< planned
  bool finished = false;
  std::string sandbox;  ///< StandingsPage::sandbox
};
StandingsPage page_of(PageParts parts);

/// The standings of a store, whether a referee is running on it or not. Throws std::invalid_argument if it
/// has not been begun; fields::Exception if it is damaged.
StandingsPage page_of(const StoreContent& content);
/// The standings of the store that `uri` names, as StoreUri reads it, whether a referee is running on it or
/// not. Throws std::invalid_argument, naming the store, if it has not been begun; fields::Exception if it is
/// damaged; StoreError.
StandingsPage read_page(const std::string& uri);
/// The class of that tournament (tournament/run/opened_store.h); nothing if its file has named none. Throws
/// StoreError, fields::Exception if it is damaged.
std::optional<ClassExport> read_roster(const std::string& uri);

}  // namespace referee
