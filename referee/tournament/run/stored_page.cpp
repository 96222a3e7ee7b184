#include "referee/tournament/run/stored_page.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <utility>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "referee/base/units.h"
#include "referee/record/record.h"
#include "referee/tournament/config/instances.h"
#include "referee/tournament/formats/format_table.h"
#include "referee/tournament/run/ladder_record.h"
#include "referee/tournament/run/ledger.h"
#include "referee/tournament/run/opened_store.h"
#include "referee/tournament/run/roster.h"
#include "referee/tournament/run/stored_game.h"
#include "referee/tournament/standings/machine_kinds.h"
#include "referee/tournament/standings/rated_games.h"

namespace referee {
namespace {

/// The time of the last result, entrant or note. It is in the store, as all that a page tells: the same page
/// made later has the same bytes.
std::string last_change(const History& history, const std::vector<StoredChange>& changes) {
  std::string last;
  for (const History::EntrantInfo& entrant : history.entrants) {
    last = std::max(last, entrant.joined);
  }
  for (const History::Round& round : history.rounds) {
    for (const PlayedEncounter& played : round) {
      for (const GameResult& game : played.games) {
        last = std::max(last, game.ended);
      }
    }
  }
  if (history.ladder && history.ladder->estimated() > 0) {
    last = utc_text(SystemTime(std::chrono::seconds(history.ladder->estimated())));
  }
  for (const StoredChange& change : changes) {
    last = std::max(last, change.at);
  }
  return last;
}

}  // namespace

StandingsPage page_of(PageParts parts) {
  StandingsPage page;
  page.tournament = std::move(parts.tournament);
  page.game = std::move(parts.game);
  page.rounds = parts.rounds;
  page.finished = parts.finished;
  page.sandbox = std::move(parts.sandbox);
  page.format = std::move(parts.format);
  page.instances = std::move(parts.instances);
  page.history = std::move(parts.history);
  page.rows = page.format->standings(page.history);
  page.machines = machine_kinds(page.history);
  page.ratings = ratings_of(page.rules(), page.history, page.rows);
  page.updated = last_change(page.history, parts.changes);
  for (StoredChange& change : parts.changes) {
    page.notes.push_back({std::move(change.at), change.round, std::move(change.text)});
  }
  return page;
}

StandingsPage page_of(const StoreContent& content) {
  const auto frozen_text = content.meta.find(meta_key::kFrozen);
  if (frozen_text == content.meta.end()) {
    throw std::invalid_argument("no tournament has been begun in it");
  }
  const Json frozen = Json::parse(frozen_text->second);
  StoredGame game = stored_game(content, frozen);
  PageParts parts;
  const Instances instances = Instances::of_frozen(frozen.at("instances"));
  parts.format = with_stored_changes(
      read_format(frozen.at("format"), "format", {game.seats, instances.size(), game.scored}), content);
  parts.tournament = content.meta.at(meta_key::kName);
  parts.game = std::move(game.name);
  parts.instances = instances.labels();
  if (parts.format->ladder() != nullptr) {
    parts.history.ladder = std::make_shared<const LadderTable>(LadderSums(content, *parts.format).table());
  } else {
    parts.history = Ledger(parts.format->encounter_rules(), content).history();
  }
  for (const StoredEntrant& entrant : content.entrants) {
    parts.history.entrants.push_back(entrant_info_of(entrant));
  }
  requests_of(content).enter_into(parts.history);
  parts.changes = content.changes;
  parts.rounds = std::max(parts.format->pairing_system(0)->rounds(content.entrants.size()),
                          static_cast<int>(content.rounds.size()));
  parts.finished = content.meta.contains(meta_key::kFinished);
  const auto sandbox = content.meta.find(meta_key::kSandbox);
  parts.sandbox = sandbox == content.meta.end() ? "" : sandbox->second;
  return page_of(std::move(parts));
}

StandingsPage read_page(const std::string& uri) {
  const std::unique_ptr<Store> store = open_store(StoreUri::parse(uri), StoreAccess::read_only);
  try {
    return page_of(store->load());
  } catch (const std::invalid_argument& wrong) {
    throw std::invalid_argument(uri + ": " + wrong.what());
  }
}

std::optional<ClassExport> read_roster(const std::string& uri) {
  return roster_of(open_store(StoreUri::parse(uri), StoreAccess::read_only)->load());
}

}  // namespace referee
