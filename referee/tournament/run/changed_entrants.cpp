#include "referee/tournament/run/changed_entrants.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "protocol/fields.h"
#include "protocol/messages.h"
#include "protocol/require.h"
#include "referee/base/text.h"
#include "referee/record/record.h"
#include "referee/tournament/run/encounter_match.h"
#include "referee/tournament/run/entrant_program.h"
#include "referee/tournament/run/opened_store.h"

namespace referee {
namespace {

constexpr std::size_t kShownGames = 3;
constexpr std::size_t kShownBytes = 60;  // of a damaged text
constexpr const char* kNotListed = "no longer in the tournament file";

std::string first_few(const std::vector<std::string>& all) {
  std::string text;
  for (std::size_t i = 0; i < std::min(all.size(), kShownGames); ++i) {
    text.append(i == 0 ? "" : ", ").append(all[i]);
  }
  return text + (all.size() > kShownGames ? ", ..." : "");
}

std::optional<Entrant> entrant_called(const StoreContent& content, const std::string& folded) {
  for (const StoredEntrant& entrant : content.entrants) {
    if (protocol::folded_name(entrant.name) == folded) {
      return entrant.number;
    }
  }
  return std::nullopt;
}

bool counts(const StoredAttempt& game) {
  return game.status == StoredAttempt::Status::done || game.status == StoredAttempt::Status::running;
}

}  // namespace

std::vector<std::size_t> entered_of(const StoreContent& content) {
  const auto found = content.meta.find(meta_key::kEntered);
  if (found == content.meta.end()) {
    return {};
  }
  const Json json = Json::parse(found->second, nullptr, false);
  std::vector<std::size_t> numbers;
  for (const Json& number : json.is_array() ? json : Json::array()) {
    numbers.push_back(number.is_number_unsigned() ? number.get<std::size_t>() : 0);
  }
  const bool rises = std::ranges::adjacent_find(numbers, std::greater_equal<>()) == numbers.end();
  if (numbers.size() < 2 || numbers.front() < 1 || !rises || numbers.back() != content.entrants.size()) {
    throw fields::Exception({meta_key::kEntered, fields::brief_text(found->second, kShownBytes),
                             "numbers of entrants that rise to " + std::to_string(content.entrants.size())});
  }
  return numbers;
}

ChangedEntrants::ChangedEntrants(const TournamentConfig& config, StoreContent& content)
    : config_(config), content_(content) {
  if (!config.format->traits().plays_changes) {
    return;
  }
  compare_programs();
  if (content.rounds.empty()) {
    replaced_.clear();
    return;
  }
  compare_names();
  if (!replaced_.empty()) {
    find_void_games();
  }
  find_added_matches();
}

void ChangedEntrants::compare_programs() {
  for (const EntrantSpec& spec : config_.entrants) {
    if (!spec.bot) {
      continue;
    }
    const std::string folded = protocol::folded_name(spec.name);
    Program program{meta_key::kProgram + folded, program_hash(spec, config_.sandbox)};
    const auto before = content_.meta.find(program.key);
    if (before != content_.meta.end() && before->second == program.sha256) {
      continue;
    }
    const auto entrant = entrant_called(content_, folded);
    const StoredEntrant* const known = entrant ? &content_.entrants[*entrant] : nullptr;
    if (before != content_.meta.end() && known != nullptr) {
      const bool out = !known->withdrawn.empty() && !known->by_no_show;
      if (out || known->version != 0) {
        continue;  // this program plays nothing now: it is compared once it does
      }
      replaced_.push_back(*entrant);
    }
    programs_.push_back(std::move(program));
  }
}

void ChangedEntrants::compare_names() {
  std::vector<bool> listed(content_.entrants.size());
  for (const EntrantSpec& spec : config_.entrants) {
    if (const auto known = entrant_called(content_, protocol::folded_name(spec.name))) {
      listed[*known] = true;
    } else {
      added_.push_back(&spec);
    }
  }
  for (const StoredEntrant& entrant : content_.entrants) {
    if (entrant.token_sha256.empty() && entrant.withdrawn.empty() && !listed[entrant.number]) {
      gone_.push_back(entrant.number);
    }
  }
}

bool ChangedEntrants::is_replaced(Entrant entrant) const {
  return std::ranges::find(replaced_, entrant) != replaced_.end();
}

/// Whether it plays from now on: another program ends a withdrawal for absences.
bool ChangedEntrants::plays(Entrant entrant) const {
  const bool gone = std::ranges::find(gone_, entrant) != gone_.end();
  return !gone && (content_.entrants[entrant].withdrawn.empty() || is_replaced(entrant));
}

/// The entrants of a game that play with another program than they did in it; none if another player is
/// withdrawn, so that the game cannot be played again.
std::vector<Entrant> ChangedEntrants::replaced_in(const StoredAttempt& game,
                                                  const Encounter& encounter) const {
  const bool done = game.status == StoredAttempt::Status::done;
  const std::vector<int> versions = done ? read_game_result(game.result).versions : std::vector<int>();
  std::vector<Entrant> replaced;
  for (const std::size_t position : EncounterMatch(config_, encounter, game.game_no).positions()) {
    const Entrant entrant = encounter.entrants[position];
    if (!plays(entrant)) {
      return {};
    }
    const bool by_file = versions.empty() || versions[position] == 0;
    if (by_file && is_replaced(entrant)) {
      replaced.push_back(entrant);
    }
  }
  return replaced;
}

/// Leaves in replaced_ those that have played with the program of before.
void ChangedEntrants::find_void_games() {
  std::map<std::pair<int, int>, Encounter> encounters;
  for (const StoredRound& round : content_.rounds) {
    for (Encounter& encounter : read_encounters(round.encounters)) {
      encounters[{encounter.round, encounter.table}] = std::move(encounter);
    }
  }
  std::set<Entrant> have_played;
  for (std::size_t i = 0; i < content_.games.size(); ++i) {
    const StoredAttempt& game = content_.games[i];
    const auto encounter = encounters.find({game.round, game.table});
    if (counts(game) && encounter != encounters.end()) {
      const std::vector<Entrant> replaced = replaced_in(game, encounter->second);
      have_played.insert(replaced.begin(), replaced.end());
      if (!replaced.empty()) {
        void_games_.push_back(i);
      }
    }
  }
  replaced_.assign(have_played.begin(), have_played.end());
  find_forfeits();
}

/// What they have forfeited because they were absent before, they play.
void ChangedEntrants::find_forfeits() {
  for (const StoredRound& round : content_.rounds) {
    std::vector<Encounter> encounters = read_encounters(round.encounters);
    const std::size_t before = forfeits_;
    for (Encounter& encounter : encounters) {
      const bool forfeited = encounter.kind == Encounter::Kind::forfeit;
      if (forfeited && std::ranges::any_of(encounter.entrants, [&](Entrant e) { return is_replaced(e); }) &&
          std::ranges::all_of(encounter.entrants, [&](Entrant e) { return plays(e); })) {
        encounter.kind = Encounter::Kind::play;
        encounter.winner.reset();
        ++forfeits_;
      }
    }
    if (forfeits_ > before) {
      rounds_.push_back({round.round, encounters_json(encounters)});
    }
  }
}

/// entered_of() once the new ones are in the content.
std::vector<std::size_t> ChangedEntrants::numbers_with_added() const {
  std::vector<std::size_t> numbers = entered_of(content_);
  if (numbers.empty()) {
    numbers.push_back(content_.entrants.size());
  }
  numbers.push_back(content_.entrants.size() + added_.size());
  return numbers;
}

/// Pairs the rounds for the new ones as they will be: those before are paired without regard to results.
void ChangedEntrants::find_added_matches() {
  if (added_.empty()) {
    return;
  }
  const auto before = with_stored_changes(config_.format, content_)->pairing_system(0);
  const std::vector<std::size_t> numbers = numbers_with_added();
  const auto system = config_.format->with_entered(numbers)->pairing_system(0);
  History history;
  for (const StoredEntrant& entrant : content_.entrants) {
    history.entrants.push_back({.name = entrant.name, .display = "", .withdrawn = !plays(entrant.number)});
  }
  for (const EntrantSpec* const spec : added_) {
    history.entrants.push_back({.name = spec->name, .display = ""});
  }
  history.rounds.resize(static_cast<std::size_t>(before->rounds(content_.entrants.size())));
  first_round_ = static_cast<int>(history.rounds.size()) + 1;
  last_round_ = system->rounds(numbers.back());
  while (static_cast<int>(history.rounds.size()) < last_round_) {
    for (const Encounter& encounter : system->pair(history)) {
      if (encounter.kind == Encounter::Kind::play) {
        added_matches_.push_back("r" + std::to_string(encounter.round) + " " +
                                 history.entrants[encounter.entrants[0]].name + " : " +
                                 history.entrants[encounter.entrants[1]].name);
      }
    }
    history.rounds.emplace_back();
  }
}

std::string ChangedEntrants::names(const std::vector<Entrant>& entrants) const {
  std::vector<std::string> all;
  for (const Entrant entrant : entrants) {
    all.push_back(content_.entrants[entrant].name);
  }
  return first_few(all);
}

std::string ChangedEntrants::added_text() const {
  std::vector<std::string> all;
  for (const EntrantSpec* const spec : added_) {
    all.push_back(spec->name);
  }
  const EncounterRules& rules = config_.encounter_rules();
  const std::size_t games = added_matches_.size() * static_cast<std::size_t>(rules.games_at_most()) *
                            (rules.apart ? rules.seats : 1);
  return first_few(all) + " (" + counted(added_matches_.size(), "match", "matches") + " in rounds " +
         std::to_string(first_round_) + " to " + std::to_string(last_round_) + ", at most " +
         counted(games, "game");
}

std::string ChangedEntrants::text() const {
  REQUIRE(any());
  std::string text;
  if (!added_.empty()) {
    text += "new: " + added_text() + ": " + first_few(added_matches_) + "); ";
  }
  if (!replaced_.empty()) {
    std::vector<std::string> games;
    for (const std::size_t index : void_games_) {
      games.push_back(content_.games[index].match);
    }
    text += "another program: " + names(replaced_) + " (" + counted(games.size(), "game") +
            " void, and played again: " + first_few(games) + forfeits_text() + "); ";
  }
  if (!gone_.empty()) {
    text += std::string(kNotListed) + ": " + names(gone_) + " (withdrawn); ";
  }
  const auto over = static_cast<std::size_t>(
      std::ranges::count(content_.games, StoredAttempt::Status::done, &StoredAttempt::status));
  const auto lost = static_cast<std::size_t>(std::ranges::count_if(void_games_, [&](std::size_t index) {
    return content_.games[index].status == StoredAttempt::Status::done;
  }));
  return text + counted(over - lost, "other result stays", "other results stay");
}

std::string ChangedEntrants::void_note() const {
  return "another program of " + names(replaced_) +
         " plays: " + counted(void_games_.size(), "game is", "games are") + " void, and played again" +
         forfeits_text();
}

std::string ChangedEntrants::forfeits_text() const {
  return forfeits_ == 0
             ? ""
             : "; " + counted(forfeits_, "forfeited match is", "forfeited matches are") + " played";
}

void ChangedEntrants::set_meta(const std::string& key, std::string value,
                               std::vector<StoreWrite>& writes) const {
  content_.meta[key] = value;
  writes.emplace_back(store_write::SetMeta{key, std::move(value)});
}

void ChangedEntrants::note(SystemTime now, const std::string& text, std::vector<StoreWrite>& writes) const {
  content_.changes.push_back({utc_text(now), static_cast<int>(content_.rounds.size()), text});
  writes.emplace_back(store_write::AddChange{content_.changes.back()});
}

void ChangedEntrants::take(SystemTime now, std::vector<StoreWrite>& writes) const {
  for (const Entrant entrant : gone_) {
    StoredEntrant& stored = content_.entrants[entrant];
    stored.withdrawn = kNotListed;
    stored.by_no_show = false;
    writes.emplace_back(store_write::PutEntrant{stored});
    note(now, stored.name + " is withdrawn: " + kNotListed, writes);
  }
  for (const Entrant entrant : replaced_) {
    StoredEntrant& stored = content_.entrants[entrant];
    stored.withdrawn.clear();
    stored.by_no_show = false;
    stored.no_shows = 0;
    writes.emplace_back(store_write::PutEntrant{stored});
  }
  for (const StoredRound& round : rounds_) {
    std::ranges::find(content_.rounds, round.round, &StoredRound::round)->encounters = round.encounters;
    writes.emplace_back(store_write::PutRound{round});
  }
  if (!replaced_.empty()) {
    note(now, void_note(), writes);
  }
  if (!added_.empty()) {
    const std::string numbers = Json(numbers_with_added()).dump();
    for (const EntrantSpec* const spec : added_) {
      StoredEntrant entrant;
      entrant.number = content_.entrants.size();
      entrant.name = spec->name;
      entrant.display = spec->display;
      entrant.token_sha256 = spec->bot ? "" : spec->token_sha256;
      entrant.joined = utc_text(now);
      writes.emplace_back(store_write::PutEntrant{entrant});
      content_.entrants.push_back(std::move(entrant));
    }
    set_meta(meta_key::kEntered, numbers, writes);
    note(now, "entered late: " + added_text() + ")", writes);
  }
}

void ChangedEntrants::take_programs(std::vector<StoreWrite>& writes) const {
  for (const Program& program : programs_) {
    set_meta(program.key, program.sha256, writes);
  }
}

}  // namespace referee
