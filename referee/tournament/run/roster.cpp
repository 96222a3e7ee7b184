#include "referee/tournament/run/roster.h"

#include <fnmatch.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <stdexcept>
#include <utility>

#include "protocol/fields.h"
#include "protocol/require.h"
#include "protocol/sha256.h"
#include "referee/base/secrets.h"
#include "referee/base/text.h"
#include "referee/record/record.h"
#include "referee/tournament/config/entrant_spec.h"
#include "referee/tournament/run/opened_store.h"

namespace referee {
namespace {

namespace error_code = protocol::error_code;

constexpr int kNoShowsToWithdraw = 2;

}  // namespace

StoreWrite ChangeLog::note(const std::string& text) {
  all_.push_back({utc_text(clock_.utc()), round_, text});
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

Roster::Roster(const Clock& clock, const TournamentConfig& config, const StoreContent& content,
               StoreWriter& store, ChangeLog& changes)
    : clock_(clock),
      tournament_(config.name),
      registration_(config.registration, config.store.beside(".code")),
      store_(store),
      changes_(changes) {
  for (const StoredEntrant& entrant : content.entrants) {
    Entry& known = append(entrant);
    const auto awaits = content.meta.find(meta_key::kAwaitsApproval + known.folded);
    known.awaits_approval = awaits != content.meta.end() && !awaits->second.empty();
    known.token_issued = content.meta.contains(meta_key::kTokenIssued + known.folded);
    const auto page_token = content.meta.find(meta_key::kPageToken + known.folded);
    known.page_token = page_token == content.meta.end() ? "" : page_token->second;
  }
  for (const EntrantSpec& spec : config.entrants) {
    take(spec);
  }
  hide_from_each_other(config);
  for (Entry& entrant : entries_) {
    if (entrant.bot) {
      continue;
    }
    if (entrant.stored.token_sha256.empty() && entrant.stored.withdrawn.empty()) {
      throw std::invalid_argument(config.file + ": entrants: got no \"" + entrant.stored.name +
                                  "\", expected it with its command: it plays in " + config.store.text());
    }
    entrant.player = std::make_shared<Player>(clock_, entrant.stored.name, Player::Origin::dialled);
    count(entrant, 1);
  }
}

/// A bot sees neither the results nor the folders of the others, even if its own folder contains them.
void Roster::hide_from_each_other(const TournamentConfig& config) {
  for (Entry& entry : entries_) {
    if (!entry.bot || !entry.bot->confinement) {
      continue;
    }
    Confinement& own = *entry.bot->confinement;
    own.hidden = config.hidden_from(own);
    entry.own_bot = entry.bot;
  }
}

/// Takes an entrant's command and token from the config, where they may change; the store decides on the
/// rest, and on the token once the arbiter has issued one.
void Roster::take(const EntrantSpec& spec) {
  Entry* known = entry(protocol::folded_name(spec.name));
  const bool is_new = known == nullptr;
  if (is_new) {
    StoredEntrant entrant;
    entrant.name = spec.name;
    entrant.joined = utc_text(clock_.utc());
    known = &append(std::move(entrant));
  }
  known->bot = spec.bot;
  if (known->bot) {
    known->bot->files = files_of(*known->bot);
  }
  known->own_bot = known->bot;
  known->configured = true;
  take_page_token(*known, spec.bot ? spec.token_sha256 : "");
  StoredEntrant& stored = known->stored;
  const std::string token = spec.bot ? "" : known->token_issued ? stored.token_sha256 : spec.token_sha256;
  if (token != spec.token_sha256 && !spec.bot) {
    spdlog::info("{}: the token of 'referee ctl token' counts, not the file's token_sha256", stored.name);
  }
  if (is_new || stored.token_sha256 != token || stored.display != spec.display) {
    stored.token_sha256 = token;
    stored.display = spec.display;
    store_.post({write_of(*known)});
  }
}

/// A launched entrant does not dial in: its token is apart from those of entrants that do.
void Roster::take_page_token(Entry& entry, const std::string& token_sha256) {
  if (entry.page_token != token_sha256) {
    entry.page_token = token_sha256;
    store_.post({store_write::SetMeta{meta_key::kPageToken + entry.folded, token_sha256}});
  }
}

Roster::Entry& Roster::append(StoredEntrant entrant) {
  entrant.number = entries_.size();
  std::string folded = protocol::folded_name(entrant.name);
  by_name_.emplace(folded, entrant.number);
  entries_.push_back({std::move(entrant), std::move(folded), std::nullopt, nullptr});
  return entries_.back();
}

const Roster::Entry* Roster::entry(const std::string& folded) const {
  const auto found = by_name_.find(folded);
  return found == by_name_.end() ? nullptr : &entries_[found->second];
}

Roster::Entry* Roster::entry(const std::string& folded) {
  const auto found = by_name_.find(folded);
  return found == by_name_.end() ? nullptr : &entries_[found->second];
}

StoreWrite Roster::write_of(const Entry& entry) const { return store_write::PutEntrant{entry.stored}; }

bool Roster::here(Entrant entrant) const { return launched(entrant) || player(entrant)->connected(); }

SeatSpec Roster::seat_spec(Entrant entrant) const {
  const Entry& entry = entries_[entrant];
  return {entry.stored.name, entry.bot, entry.bot ? nullptr : entry.player};
}

MatchSpec::Version Roster::played_version(Entrant entrant) const {
  const Entry& entry = entries_[entrant];
  return entry.version_sha256.empty() ? MatchSpec::Version{}
                                      : MatchSpec::Version{entry.stored.version, entry.version_sha256};
}

std::optional<Entrant> Roster::entrant(const std::string& name) const {
  const Entry* const found = entry(protocol::folded_name(name));
  return found == nullptr ? std::nullopt : std::optional<Entrant>(found->stored.number);
}

std::vector<Entrant> Roster::matching(const std::string& pattern) const {
  const std::string folded = protocol::folded_name(pattern);
  std::vector<Entrant> found;
  for (const Entry& entry : entries_) {
    if (::fnmatch(folded.c_str(), entry.folded.c_str(), 0) == 0) {
      found.push_back(entry.stored.number);
    }
  }
  return found;
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

std::vector<StoreWrite> Roster::note_attendance(Entrant entrant, bool came, const std::string& why) {
  StoredEntrant& stored = entries_[entrant].stored;
  if (came && stored.no_shows == 0) {
    return {};
  }
  stored.no_shows = came ? 0 : stored.no_shows + 1;
  const bool twice = std::exchange(entries_[entrant].why_absent, came ? "" : why) == why;
  std::vector<StoreWrite> writes;
  // An entrant that is connected by now has logged in again.
  if (stored.no_shows >= kNoShowsToWithdraw && stored.withdrawn.empty() &&
      (launched(entrant) || !here(entrant))) {
    const std::string reason =
        "was absent from two games in a row" + (why.empty() ? "" : " (" + why + (twice ? ", twice)" : ")"));
    set_withdrawn(entries_[entrant], reason);
    stored.by_no_show = true;
    writes.push_back(changes_.note(stored.name + " is withdrawn: it " + reason));
  }
  writes.push_back(write_of(entries_[entrant]));
  return writes;
}

void Roster::withdraw(Entrant entrant, const std::string& why) {
  changes_.add(because(name(entrant) + " is withdrawn", why), withdrawals({entrant}, why));
}

void Roster::withdraw(const std::vector<Entrant>& entrants, const std::string& pattern,
                      const std::string& why) {
  const std::string who = counted(entrants.size(), "entrant") + " (" + pattern +
                          (entrants.size() == 1 ? ") is withdrawn" : ") are withdrawn");
  changes_.add(because(who, why), withdrawals(entrants, why));
}

/// Withdraws them; what is to be written to the store.
std::vector<StoreWrite> Roster::withdrawals(const std::vector<Entrant>& entrants, const std::string& why) {
  std::vector<StoreWrite> writes;
  for (const Entrant entrant : entrants) {
    Entry& entry = entries_[entrant];
    set_awaits_approval(entry, false, writes);
    set_withdrawn(entry, why.empty() ? "by the arbiter" : why);
    entry.stored.by_no_show = false;
    writes.push_back(write_of(entry));
  }
  return writes;
}

void Roster::reinstate(Entrant entrant, const std::string& why) {
  Entry& entry = entries_[entrant];
  std::vector<StoreWrite> writes;
  set_awaits_approval(entry, false, writes);
  set_withdrawn(entry, "");
  entry.stored.by_no_show = false;
  entry.stored.no_shows = 0;
  writes.push_back(write_of(entry));
  changes_.add(entry.stored.name + " plays again: " + why, std::move(writes));
}

void Roster::approve(const std::vector<Entrant>& entrants) {
  std::vector<StoreWrite> writes;
  for (const Entrant entrant : entrants) {
    Entry& entry = entries_[entrant];
    REQUIRE(entry.awaits_approval);
    set_awaits_approval(entry, false, writes);
    set_withdrawn(entry, "");
    writes.push_back(write_of(entry));
  }
  store_.post(std::move(writes));
}

void Roster::set_withdrawn(Entry& entry, std::string why) {
  count(entry, -1);
  entry.stored.withdrawn = std::move(why);
  count(entry, 1);
}

void Roster::set_awaits_approval(Entry& entry, bool awaits, std::vector<StoreWrite>& writes) {
  if (entry.awaits_approval == awaits) {
    return;
  }
  count(entry, -1);
  entry.awaits_approval = awaits;
  count(entry, 1);
  writes.emplace_back(store_write::SetMeta{meta_key::kAwaitsApproval + entry.folded, awaits ? "yes" : ""});
}

/// Enters `entry`, or takes it out, where registered names are counted: withdrawn ones do not count.
void Roster::count(const Entry& entry, std::ptrdiff_t by) {
  const bool counts = entry.awaits_approval || entry.stored.withdrawn.empty();
  if (entry.configured || !counts) {
    return;
  }
  registered_ += static_cast<std::size_t>(by);
  if (entry.registered_from) {
    registered_from_[*entry.registered_from] += static_cast<std::size_t>(by);
  }
}

Registration::Counts Roster::counts(const PeerAddress& address) const {
  const auto found = registered_from_.find(address);
  return {registered_, found == registered_from_.end() ? 0 : found->second};
}

std::string Roster::add(const std::string& name) {
  if (const std::string refused = why_not(name); !refused.empty()) {
    throw std::invalid_argument(refused);
  }
  NewEntrant added = enter(name, std::nullopt);
  changes_.add(name + " has entered, registered by the arbiter");
  return std::move(added.token);
}

std::string Roster::renew_token(Entrant entrant) {
  REQUIRE(!launched(entrant));
  Entry& entry = entries_[entrant];
  std::string token = random_hex();
  entry.stored.token_sha256 = protocol::Sha256::hex_of(token);
  std::vector<StoreWrite> writes = {write_of(entry)};
  std::string note = entry.stored.name + " has a new token, issued by the arbiter";
  if (entry.configured) {
    entry.token_issued = true;
    writes.emplace_back(store_write::SetMeta{meta_key::kTokenIssued + entry.folded, "yes"});
    note += ": token_sha256 of the tournament file no longer counts";
  }
  changes_.add(note, std::move(writes));
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
  const Entry* const found = entry(name);
  if (found == nullptr || found->player == nullptr) {
    return std::nullopt;
  }
  return KnownEntrant{found->player, found->stored.token_sha256};
}

std::variant<EntrantDirectory::NewEntrant, protocol::Error> Roster::enlist(const Applicant& applicant) {
  if (auto refused = registration_.closed_to(applicant)) {
    return *std::move(refused);
  }
  if (std::string refused = why_not(applicant.name); !refused.empty()) {
    return protocol::Error{.code = error_code::kBadName, .message = std::move(refused)};
  }
  if (auto refused = registration_.no_room_for(applicant, counts(applicant.address), clock_.now())) {
    return *std::move(refused);
  }
  return enter(applicant.name, applicant.address);
}

/// Why that name cannot be a new entrant's; "": it can.
std::string Roster::why_not(const std::string& name) const {
  const std::string who = "name '" + fields::brief_text(name, protocol::kMaxName) + "': ";
  if (!protocol::is_valid_name(name)) {
    return who + "expected a letter or digit, then at most 31 of A-Z a-z 0-9 . _ -";
  }
  if (is_house_name(name) || entry(protocol::folded_name(name)) != nullptr) {
    return who + "it is taken";
  }
  if (entries_.size() >= RegistrationSpec::kMostNames) {
    return who + "a tournament has at most " + std::to_string(entries_.size()) + " entrants";
  }
  if (!entry_closed_.empty()) {
    return who + "nobody can enter any more: " + entry_closed_;
  }
  return "";
}

/// Registers a new entrant that dials in. `from`: its address, if it registers by itself.
Roster::NewEntrant Roster::enter(const std::string& name, const std::optional<PeerAddress>& from) {
  StoredEntrant entrant;
  entrant.name = name;
  entrant.joined = utc_text(clock_.utc());
  std::string token = random_hex();
  entrant.token_sha256 = protocol::Sha256::hex_of(token);
  std::vector<StoreWrite> writes;
  Entry& added = append(std::move(entrant));
  added.player = std::make_shared<Player>(clock_, name, Player::Origin::dialled);
  added.registered_from = from;
  count(added, 1);
  if (from && registration_.approval()) {
    set_awaits_approval(added, true, writes);
    set_withdrawn(added, "not approved by the arbiter yet");
  }
  writes.push_back(write_of(added));
  store_.post(std::move(writes));
  events_.enlisted(added.stored.number);
  return {added.player, std::move(token)};
}

std::string Roster::waiting_for(const Player& player) const {
  const Entry* const found = entry(protocol::folded_name(player.name()));
  if (found != nullptr && found->bot && !player.playing()) {
    return "submission " + std::to_string(found->stored.version) +
           " of your bot plays: the referee starts it, and this connection plays "
           "nothing";
  }
  return events_.waiting_for(player);
}

void Roster::arrived(Player& player) {
  Entry* const found = entry(protocol::folded_name(player.name()));
  if (found != nullptr && found->stored.by_no_show) {
    reinstate(found->stored.number, "it has logged in again");
  }
  events_.arrived();
}

}  // namespace referee
