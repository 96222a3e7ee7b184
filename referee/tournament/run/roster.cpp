#include "referee/tournament/run/roster.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

#include "protocol/fields.h"
#include "protocol/sha256.h"
#include "referee/base/secrets.h"
#include "referee/match/record.h"
#include "referee/tournament/config/entrant_spec.h"

namespace referee {
namespace {

namespace error_code = protocol::error_code;

constexpr int kNoShowsToWithdraw = 2;

}  // namespace

StoreWrite ChangeLog::note(const std::string& text) {
  all_.push_back({utc_now_text(), round_, text});
  spdlog::info("{}", text);
  return store_write::AddChange{all_.back()};
}

void ChangeLog::add(const std::string& text, std::vector<StoreWrite> writes) {
  writes.push_back(note(text));
  store_.post(std::move(writes));
}

std::string because(std::string text, const std::string& reason) {
  return reason.empty() ? text : text.append(": ").append(reason);
}

Roster::Roster(const TournamentConfig& config, const std::vector<StoredEntrant>& stored, StoreWriter& store,
               ChangeLog& changes, Events events)
    : tournament_(config.name),
      open_(config.open_registration),
      store_(store),
      changes_(changes),
      events_(std::move(events)) {
  for (const StoredEntrant& entrant : stored) {
    append(entrant);
  }
  for (const EntrantSpec& spec : config.entrants) {
    take(spec);
  }
  hide_from_each_other(config);
  for (Entry& entrant : entries_) {
    if (entrant.bot) {
      continue;
    }
    if (entrant.stored.token_sha256.empty()) {
      throw std::invalid_argument(config.file + ": entrants: got no \"" + entrant.stored.name +
                                  "\", expected it with its command: it plays in " + config.store.text());
    }
    entrant.player = std::make_shared<Player>(entrant.stored.name, Player::Origin::dialled);
  }
}

/// A bot sees neither the results nor the folders of the others, even if its own folder contains them.
void Roster::hide_from_each_other(const TournamentConfig& config) {
  for (Entry& entry : entries_) {
    if (!entry.bot || !entry.bot->confinement) {
      continue;
    }
    Confinement& own = *entry.bot->confinement;
    own.hidden.clear();
    if (const auto file = config.store.file()) {
      own.hidden.push_back(*file);
    }
    own.hidden.push_back(config.reports);
    for (const EntrantSpec& other : config.entrants) {
      const bool has_folder = other.bot && other.bot->confinement;
      if (has_folder && other.bot->confinement->folder != own.folder) {
        own.hidden.push_back(other.bot->confinement->folder);
      }
    }
  }
}

/// Takes an entrant's command and token from the config, where they may change; the store decides on the
/// rest.
void Roster::take(const EntrantSpec& spec) {
  Entry* known = entry(protocol::folded_name(spec.name));
  const bool is_new = known == nullptr;
  if (is_new) {
    StoredEntrant entrant;
    entrant.name = spec.name;
    entrant.joined = utc_now_text();
    known = &append(std::move(entrant));
  }
  known->bot = spec.bot;
  if (known->bot) {
    known->bot->files = files_of(*known->bot);
  }
  known->configured = true;
  if (is_new || known->stored.token_sha256 != spec.token_sha256 || known->stored.display != spec.display) {
    known->stored.token_sha256 = spec.token_sha256;
    known->stored.display = spec.display;
    store_.post({write_of(*known)});
  }
}

Roster::Entry& Roster::append(StoredEntrant entrant) {
  entrant.number = entries_.size();
  std::string folded = protocol::folded_name(entrant.name);
  entries_.push_back({std::move(entrant), std::move(folded), std::nullopt, nullptr, false});
  return entries_.back();
}

Roster::Entry* Roster::entry(const std::string& folded) {
  const auto found = std::ranges::find(entries_, folded, &Entry::folded);
  return found == entries_.end() ? nullptr : &*found;
}

StoreWrite Roster::write_of(const Entry& entry) const { return store_write::PutEntrant{entry.stored}; }

bool Roster::here(Entrant entrant) const { return launched(entrant) || player(entrant)->connected(); }

SeatSpec Roster::seat_spec(Entrant entrant) const {
  const Entry& entry = entries_[entrant];
  return {entry.stored.name, entry.bot, entry.player};
}

std::optional<Entrant> Roster::entrant(const std::string& name) const {
  const auto found = std::ranges::find(entries_, protocol::folded_name(name), &Entry::folded);
  if (found == entries_.end()) {
    return std::nullopt;
  }
  return found->stored.number;
}

std::vector<History::EntrantInfo> Roster::entrant_infos() const {
  std::vector<History::EntrantInfo> all;
  for (const Entry& entry : entries_) {
    all.push_back(entrant_info_of(entry.stored));
  }
  return all;
}

History::EntrantInfo entrant_info_of(const StoredEntrant& entrant) {
  return {.name = entrant.name,
          .display = entrant.display.empty() ? entrant.name : entrant.display,
          .withdrawn = !entrant.withdrawn.empty(),
          .byes = {},
          .joined = entrant.joined};
}

// ---- who plays ----

std::vector<StoreWrite> Roster::note_attendance(Entrant entrant, bool came) {
  StoredEntrant& stored = entries_[entrant].stored;
  if (came && stored.no_shows == 0) {
    return {};
  }
  stored.no_shows = came ? 0 : stored.no_shows + 1;
  std::vector<StoreWrite> writes;
  // An entrant that is connected by now has logged in again.
  if (stored.no_shows >= kNoShowsToWithdraw && stored.withdrawn.empty() &&
      (launched(entrant) || !here(entrant))) {
    stored.withdrawn = "did not come to two games running";
    stored.by_no_show = true;
    writes.push_back(changes_.note(stored.name + " is withdrawn: it did not come to two games running"));
  }
  writes.push_back(write_of(entries_[entrant]));
  return writes;
}

void Roster::withdraw(Entrant entrant, const std::string& why) {
  StoredEntrant& stored = entries_[entrant].stored;
  stored.withdrawn = why.empty() ? "by the arbiter" : why;
  stored.by_no_show = false;
  changes_.add(because(stored.name + " is withdrawn", why), {write_of(entries_[entrant])});
}

void Roster::reinstate(Entrant entrant, const std::string& why) {
  StoredEntrant& stored = entries_[entrant].stored;
  stored.withdrawn.clear();
  stored.by_no_show = false;
  stored.no_shows = 0;
  changes_.add(stored.name + " plays again: " + why, {write_of(entries_[entrant])});
}

std::string Roster::add(const std::string& name) {
  auto admitted = admit(name);
  if (const auto* refused = std::get_if<std::string>(&admitted)) {
    throw std::invalid_argument(*refused);
  }
  changes_.add(name + " has entered, registered by the arbiter");
  return std::get<NewEntrant>(admitted).token;
}

std::string Roster::renew_token(Entrant entrant) {
  if (entries_[entrant].configured) {
    throw std::invalid_argument(name(entrant) +
                                "'s token stands in the tournament file: change token_sha256 there"
                                " (referee token " +
                                name(entrant) + ") and start again");
  }
  std::string token = random_hex();
  entries_[entrant].stored.token_sha256 = protocol::Sha256::hex_of(token);
  changes_.add(name(entrant) + " has a new token, issued by the arbiter", {write_of(entries_[entrant])});
  return token;
}

void Roster::dismiss_all(std::string_view reason) {
  for (const Entry& entry : entries_) {
    if (entry.player != nullptr) {
      entry.player->dismiss(reason);
    }
  }
}

// ---- who dials in ----

std::optional<EntrantDirectory::KnownEntrant> Roster::find(const std::string& name) const {
  const auto found = std::ranges::find(entries_, name, &Entry::folded);
  if (found == entries_.end() || found->player == nullptr) {
    return std::nullopt;
  }
  return KnownEntrant{found->player, found->stored.token_sha256};
}

std::variant<EntrantDirectory::NewEntrant, protocol::Error> Roster::enlist(const std::string& name) {
  if (!open_) {
    return protocol::Error{
        .code = error_code::kBadName,
        .message = "name '" + name + "': it is not among the entrants, and registration is closed"};
  }
  auto admitted = admit(name);
  if (const auto* refused = std::get_if<std::string>(&admitted)) {
    return protocol::Error{.code = error_code::kBadName, .message = *refused};
  }
  return std::get<NewEntrant>(std::move(admitted));
}

/// Registers a new entrant that dials in, or says why not.
std::variant<EntrantDirectory::NewEntrant, std::string> Roster::admit(const std::string& name) {
  const std::string who = "name '" + fields::brief_text(name, protocol::kMaxName) + "': ";
  if (!protocol::is_valid_name(name)) {
    return who + "expected a letter or digit, then at most 31 of A-Z a-z 0-9 . _ -";
  }
  if (is_house_name(name) || entry(protocol::folded_name(name)) != nullptr) {
    return who + "it is taken";
  }
  if (!entry_closed_.empty()) {
    return who + "nobody can enter any more: " + entry_closed_ + ", and play has begun";
  }
  StoredEntrant entrant;
  entrant.name = name;
  entrant.joined = utc_now_text();
  std::string token = random_hex();
  entrant.token_sha256 = protocol::Sha256::hex_of(token);
  Entry& added = append(std::move(entrant));
  added.player = std::make_shared<Player>(name, Player::Origin::dialled);
  store_.post({write_of(added)});
  events_.enlisted(added.stored.number);
  return NewEntrant{added.player, std::move(token)};
}

void Roster::arrived(Player& player) {
  const auto found =
      std::ranges::find_if(entries_, [&](const Entry& entry) { return entry.player.get() == &player; });
  if (found != entries_.end() && found->stored.by_no_show) {
    reinstate(found->stored.number, "it has logged in again");
  }
  events_.arrived();
}

}  // namespace referee
