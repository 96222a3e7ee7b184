#include "referee/pages/visibility.h"

#include <algorithm>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "protocol/json_writer.h"
#include "referee/base/text.h"
#include "referee/tournament/formats/format_table.h"
#include "referee/tournament/run/opened_store.h"
#include "referee/tournament/run/stored_game.h"

namespace referee::pages {
namespace {

using Json = nlohmann::json;

constexpr int kSeatSwap = 2;  // games of a two-seat encounter that share an instance

/// Whether the seed changes how the game begins. If it does not, it may still matter later: then the answer
/// "no" hides more than is needed. `game`: nullptr if it cannot be had.
bool seed_matters(const engines::Entry* game, const Json& options) {
  if (game == nullptr) {
    return false;
  }
  const auto begun_with = [&](std::uint64_t number) {
    const auto made = game->make(options, {number, "0123456789abcdef0123456789abcdef"});
    return Json::array({made->setup(), made->view(engines::Observer::everybody())});
  };
  try {
    return begun_with(1) != begun_with(2);
  } catch (const engines::RulesFailure&) {
    return false;  // the matches say it
  }
}

std::string meta_of(const StoreContent& content, const char* key) {
  const auto found = content.meta.find(key);
  return found == content.meta.end() ? "" : found->second;
}

Json frozen_of(const StoreContent& content) {
  const auto found = content.meta.find(meta_key::kFrozen);
  if (found == content.meta.end()) {
    throw std::invalid_argument("no tournament has been begun in it");
  }
  return Json::parse(found->second);
}

}  // namespace

Visibility::Visibility(const StoreContent& content, const StandingsPage& page, Entering entry)
    : rules_(page.rules()), finished_(!meta_of(content, meta_key::kFinished).empty()) {
  const Json frozen = frozen_of(content);
  instances_ = Instances::of_frozen(frozen.at("instances"));
  const StoredGame game = stored_game(content, frozen);
  seats_ = game.seats;
  hides_views_ = game.hidden;
  freeze(content, page.rounds);
  const std::string places = meta_of(content, meta_key::kShownPlaces);
  last_place_ = places.empty() ? 0 : std::stoi(places);
  hides_matches_ = meta_of(content, meta_key::kShownMatches) == "own";
  if (const LadderTerms* const terms = page.format->ladder()) {
    has_secrets_ = terms->blocks.has_value();
    ladder_ = terms->blocks ? std::optional(*page.history.ladder) : std::nullopt;
  } else if (seats_ == 1 && !finished_) {
    compare_instances(game.entry);
    find_played(page, entry);
    find_open_rounds(page);
  }
}

void Visibility::freeze(const StoreContent& content, int rounds) {
  const std::string count = meta_of(content, meta_key::kFreezeRounds);
  const int last = count.empty() ? 0 : std::stoi(count);
  if (last <= 0 || rounds <= 0 || !meta_of(content, meta_key::kRevealed).empty()) {
    return;
  }
  first_frozen_ = std::max(1, rounds - last + 1);
  const std::string from = meta_of(content, meta_key::kRevealedFrom);
  if (!from.empty()) {
    revealed_from_ = std::stoi(from);
  }
  frozen_text_ = last == 1 ? "The results of the last round stay hidden until the prize giving."
                           : "The results of the last " + std::to_string(last) +
                                 " rounds stay hidden until the prize giving.";
}

void Visibility::compare_instances(const engines::Entry* game) {
  std::map<std::string, bool> matters;           // by options
  std::map<std::string, std::size_t> the_first;  // by what makes an instance
  for (std::size_t i = 0; i < instances_.size(); ++i) {
    const Instance& instance = instances_.at(i);
    const std::string options = protocol::dump(instance.options);
    if (!matters.contains(options)) {
      matters[options] = seed_matters(game, instance.options);
    }
    const bool by_seed = matters[options];
    fixed_.push_back(!by_seed || instance.seed.has_value());
    std::string made_of = options;
    if (by_seed) {
      made_of += instance.seed ? " seed " + std::to_string(*instance.seed) : " instance " + std::to_string(i);
    }
    alike_.push_back(the_first.emplace(made_of, i).first->second);
  }
}

/// In a field: the instances that no entrant may still have to play.
void Visibility::find_played(const StandingsPage& page, Entering entry) {
  std::vector<std::set<Entrant>> players(instances_.size());
  for (const History::Round& round : page.history.rounds) {
    for (const auto& [encounter, games] : round) {
      if (!encounter.instance) {
        continue;
      }
      const std::size_t instance = static_cast<std::size_t>(*encounter.instance) - 1;
      if (instance >= players.size()) {
        throw std::invalid_argument("it has a match on an instance that it does not have");
      }
      field_instance_[{encounter.round, encounter.table}] = instance;
      if (!games.empty()) {
        players[instance].insert(encounter.entrants.front());
      }
    }
  }
  std::set<std::size_t> open;
  for (std::size_t i = 0; i < players.size(); ++i) {
    if (entry == Entering::open || players[i].size() < page.history.entrants.size()) {
      open.insert(alike_[i]);
    }
  }
  for (std::size_t i = 0; i < players.size(); ++i) {
    if (!open.contains(alike_[i])) {
      played_by_all_.insert(i);
    }
  }
}

void Visibility::find_open_rounds(const StandingsPage& page) {
  for (const History::Round& round : page.history.rounds) {
    for (const auto& [encounter, games] : round) {
      if (!state_of(page.rules(), encounter, games).decided) {
        open_rounds_.insert(encounter.round);
      }
    }
  }
}

std::size_t Visibility::instance_of(const MatchPlace& place) const {
  const int group = seats_ == 2 ? kSeatSwap : 1;
  return instances_.index_of(place.round, place.game_no, rules_.games_at_most(), group);
}

bool Visibility::is_of_open_block(int match) const {
  return match >= ladder_->next() || ladder_->open().contains(match) ||
         ladder_->blocks().matches().contains(match);
}

bool Visibility::is_secret(const MatchPlace& place) const {
  if (!has_secrets_ || finished_ || seats_ != 1) {
    return false;
  }
  if (ladder_) {
    return is_of_open_block(place.table);
  }
  if (const auto instance = field_instance_.find({place.round, place.table});
      instance != field_instance_.end()) {
    return !played_by_all_.contains(instance->second);
  }
  // A duel. Which of its games the match belongs to makes no difference: any instance that is fixed hides
  // all.
  return open_rounds_.contains(place.round) || std::ranges::find(fixed_, true) != fixed_.end();
}

std::string Visibility::why_hidden(const MatchPlace& place) const {
  if (is_frozen(place.round)) {
    return frozen_text_;
  }
  return is_secret(place) ? "Others still have to play the same instance (map, maze or deal)." : "";
}

std::string Visibility::why_hidden(const StoredAttempt& attempt) const {
  if (hides_matches_) {
    return "Only the entrants of a game see it.";
  }
  if (const std::string why = why_hidden({attempt.round, attempt.table, attempt.game_no}); !why.empty()) {
    return why;
  }
  return attempt.status == StoredAttempt::Status::voided ? "This game does not count." : "";
}

Visibility::Sight Visibility::sight(const StoredAttempt& attempt) const {
  if (!why_hidden(attempt).empty()) {
    return Sight::nothing;
  }
  const bool running = attempt.status == StoredAttempt::Status::running;
  return running && hides_views_ ? Sight::spectator : Sight::everything;
}

bool Visibility::tells_seed(const MatchPlace& place) const {
  if (!has_secrets_ || finished_) {
    return true;
  }
  if (ladder_) {
    return !is_of_open_block(place.table);
  }
  return seats_ > 1 && (instances_.size() == 0 || !instances_.at(instance_of(place)).seed.has_value());
}

bool Visibility::hands_out_record(const StoredAttempt& attempt) const {
  return attempt.status != StoredAttempt::Status::running && sight(attempt) == Sight::everything &&
         tells_seed({attempt.round, attempt.table, attempt.game_no});
}

std::vector<std::string> Visibility::instance_labels() const {
  if (!has_secrets_ || finished_) {
    return instances_.labels();
  }
  std::vector<std::string> labels;
  std::map<std::string, int> uses;
  for (std::size_t i = 0; i < instances_.size(); ++i) {
    const bool secret = seats_ == 1 && !ladder_ && !played_by_all_.contains(i);
    labels.push_back(secret ? "" : instances_.at(i).name);
    ++uses[labels.back()];
  }
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    labels[i] = labels[i].empty()     ? number
                : uses[labels[i]] > 1 ? labels[i] + " (" + number + ")"
                                      : labels[i];
  }
  return labels;
}

}  // namespace referee::pages
