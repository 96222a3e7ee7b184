#include "referee/pages/tournament_snapshot.h"

#include <stdexcept>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/tournament/config/entrant_spec.h"
#include "referee/tournament/run/ladder_record.h"
#include "referee/tournament/run/opened_store.h"
#include "referee/tournament/run/stored_page.h"

namespace referee::pages {
namespace {

using Json = nlohmann::json;

/// A void attempt gives way to any other one, and an older attempt to a newer one.
bool is_better(const StoredAttempt& candidate, const StoredAttempt& known) {
  const bool is_void = candidate.status == StoredAttempt::Status::voided;
  const bool known_is_void = known.status == StoredAttempt::Status::voided;
  return is_void == known_is_void ? candidate.attempt > known.attempt : known_is_void;
}

/// The header of a record; null if it has none.
Json header_of(const std::string& record) {
  return Json::parse(record.substr(0, record.find('\n')), nullptr, false);
}

}  // namespace

TournamentSnapshot::TournamentSnapshot(StoreContent content, PageTerms terms, RecordedFacts recorded)
    : content_(std::move(content)), terms_(terms), recorded_(std::move(recorded)) {
  const auto frozen_text = content_.meta.find(meta_key::kFrozen);
  if (frozen_text == content_.meta.end()) {
    throw std::invalid_argument("no tournament has been begun in it");
  }
  kind_ = Json::parse(frozen_text->second).at("format").at("kind").get<std::string>();
  page_ = referee::page_of(content_);
  for (const History::Round& round : page_.history.rounds) {
    for (const auto& [encounter, games] : round) {
      encounters_[{encounter.round, encounter.table}] = &encounter;
    }
  }
  if (terms_.names_as_served) {
    const auto served = content_.meta.find(meta_key::kShownNames);
    const bool display = served != content_.meta.end() && served->second == "display";
    terms_.names = display ? WebSpec::Names::display : WebSpec::Names::name;
  }
  names_ = ShownNames(content_.entrants, terms_.names);
  visibility_.emplace(content_, page_, terms_.entering);
  for (const StoredAttempt& attempt : content_.games) {
    const auto [known, is_new] = attempts_.emplace(attempt.match, &attempt);
    if (!is_new && is_better(attempt, *known->second)) {
      known->second = &attempt;
    }
  }
}

std::string TournamentSnapshot::finished_at() const {
  const auto found = content_.meta.find(meta_key::kFinished);
  return found == content_.meta.end() ? "" : found->second;
}

std::optional<std::int64_t> TournamentSnapshot::show_turn_ms() const {
  const auto found = content_.meta.find(meta_key::kShownTurn);
  return found == content_.meta.end() || found->second.empty() ? std::nullopt
                                                               : std::optional(std::stoll(found->second));
}

const StoredAttempt* TournamentSnapshot::attempt(const std::string& match) const {
  const auto found = attempts_.find(match);
  return found == attempts_.end() ? nullptr : found->second;
}

bool TournamentSnapshot::is_shown(const std::string& match) const {
  const StoredAttempt* found = attempt(match);
  if (found == nullptr || (found->status == StoredAttempt::Status::running && !terms_.live)) {
    return false;
  }
  return visibility_->sight(*found) != Visibility::Sight::nothing;
}

std::optional<Encounter> TournamentSnapshot::encounter(const MatchPlace& place) const {
  if (is_ladder()) {
    const StoredAttempt* const known = attempt(place.id());
    return known == nullptr ? std::nullopt : ladder_encounter(content_, *known, *page_.format);
  }
  const auto found = encounters_.find({place.round, place.table});
  return found == encounters_.end() ? std::nullopt : std::optional(*found->second);
}

std::vector<std::optional<Entrant>> TournamentSnapshot::seats(const MatchPlace& place) const {
  std::vector<std::optional<Entrant>> seats;
  if (const auto found = encounter(place)) {
    for (const auto& position : seating_of(rules(), *found, place.game_no)) {
      seats.push_back(position ? std::optional(found->entrants[*position]) : std::nullopt);
    }
  }
  return seats;
}

std::vector<std::string> TournamentSnapshot::players(const MatchPlace& place) const {
  std::vector<std::string> names;
  std::size_t houses = 0;
  for (const auto& entrant : seats(place)) {
    names.push_back(entrant ? names_.of(content_.entrants.at(*entrant).name) : house_name(houses++));
  }
  return names;
}

std::unique_ptr<const TournamentSnapshot> read_snapshot(Store& store, const PageTerms& terms) {
  StoreContent content = store.load();
  RecordedFacts recorded;
  if (!content.games.empty()) {
    const StoredAttempt& first = content.games.front();
    const StoredAttempt& last = content.games.back();
    if (const Json header = header_of(store.record(first.match, first.attempt)); header.is_object()) {
      recorded.started = header.value("started", "");
    }
    const Json header = header_of(store.record(last.match, last.attempt));
    if (header.contains("clock") && !header.at("clock").is_null()) {  // a match program's matches have none
      recorded.clock = ClockSpec::read(header.at("clock"), "clock");
    }
  }
  return std::make_unique<const TournamentSnapshot>(std::move(content), terms, std::move(recorded));
}

}  // namespace referee::pages
