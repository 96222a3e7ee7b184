// What the arbiter may do to a running tournament.
#include <stdexcept>
#include <utility>

#include "protocol/messages.h"
#include "referee/base/text.h"
#include "referee/record/record.h"
#include "referee/tournament/run/tournament.h"

namespace referee {

ControlReply Tournament::start() {
  if (!waiting_) {
    return TournamentRunner::start();
  }
  const std::size_t least = format_->traits().least_entrants;
  const bool begins = ledger_.rounds() == 0;
  if (begins && around_.roster.size() < least) {
    return {false, "it needs at least " + counted(least, "entrant") + ": there are " +
                       std::to_string(around_.roster.size())};
  }
  go_ = true;
  changed_.notify();
  return {true, begins ? "the tournament begins" : "it goes on"};
}

ControlReply Tournament::give_bye(Entrant entrant, int round, PairingRequests::Bye bye,
                                  const std::string& why) {
  const std::string in_round = " in round " + std::to_string(round);
  const std::string& name = around_.roster.name(entrant);
  const bool none = bye == PairingRequests::Bye::none;
  if (!format_->traits().bye_rounds) {
    return TournamentRunner::give_bye(entrant, round, bye, why);
  }
  if (round <= rounds_paired_) {
    return {false, "round " + std::to_string(round) + " has been paired already"};
  }
  const std::string folded = protocol::folded_name(name);
  const std::string given =
      none ? name + " is paired" + in_round : name + " has a " + std::string(name_of(bye)) + in_round;
  if (requests_.bye(folded, round) == bye) {
    return {false, none ? name + " has not asked for a bye" + in_round : given + " already"};
  }
  requests_.ruled[folded][round] = bye;
  std::vector<StoreWrite> writes;
  writes.emplace_back(store_write::SetMeta{meta_key::kRequests, requests_.json()});
  around_.changes.add(because(given + (none ? " after all" : ""), why), std::move(writes));
  changed_.notify();
  return {true, given};
}

ControlReply Tournament::set_rounds(int rounds, const std::string& why) {
  if (!format_->own_rounds()) {
    return TournamentRunner::set_rounds(rounds, why);
  }
  const int before = *format_->own_rounds();
  if (finished_ || rounds_paired_ > before) {
    return {false, finished_ ? "the tournament is over" : "its final has begun"};
  }
  const std::string planned = counted(rounds, "round");
  if (rounds < rounds_paired_) {
    return {false, std::to_string(rounds_paired_) + " rounds have been paired already"};
  }
  if (rounds == before) {
    return {false, "it has " + planned + " already"};
  }
  format_ = format_->with_rounds(rounds);
  pairing_ = format_->pairing_system(seed_);
  swiss_files_.forget_from(1);  // each file tells how many rounds are planned
  std::vector<StoreWrite> writes;
  writes.emplace_back(store_write::SetMeta{meta_key::kRounds, std::to_string(rounds)});
  const std::string instead = planned + ", instead of " + std::to_string(before);
  around_.changes.add(because("the arbiter has set " + instead, why), std::move(writes));
  say_wait_to_all();
  changed_.notify();
  return {true, instead};
}

std::string Tournament::why_result_stands(const MatchPlace& place) const {
  if (!ledger_.attempt_of(place)) {
    return "";
  }
  if (being_paired_.empty()) {
    return format_->why_result_stands(ledger_.history(), place);
  }
  History with_next = ledger_.history();
  History::Round& next = with_next.rounds.emplace_back();
  for (const Encounter& encounter : being_paired_) {
    next.push_back({encounter, {}});
  }
  return format_->why_result_stands(with_next, place);
}

/// Throws std::invalid_argument if the result of the match may no longer be taken out.
void Tournament::require_change(const MatchPlace& place) const {
  if (const std::string why = why_result_stands(place); !why.empty()) {
    throw std::invalid_argument("match " + place.id() + " stays as it is: " + why);
  }
}

Task<ControlReply> Tournament::strike(MatchPlace place, std::string why) {
  require_change(place);
  if (ledger_.attempt_of(place) && ledger_.replays_struck(place)) {
    co_return co_await replay(place, std::move(why));
  }
  std::string done;
  if (!ledger_.struck(place)) {
    done = co_await take_out(place, StoredAttempt::Status::struck, std::move(why));
  }
  if (done.empty()) {
    co_return ControlReply{
        false,
        "match " + place.id() + " cannot be cancelled: it must be over and count (for a running one: rerun)"};
  }
  co_return ControlReply{true, std::move(done)};
}

Task<ControlReply> Tournament::replay(MatchPlace place, std::string why) {
  require_change(place);
  const std::string match = "match " + place.id();
  if (abort_match(place, why)) {
    co_return ControlReply{true, match + " is played again"};
  }
  std::string done;
  if (!finished_) {
    done = co_await take_out(place, StoredAttempt::Status::voided, std::move(why));
  }
  if (done.empty()) {
    co_return ControlReply{false, finished_ ? "the tournament is over" : match + " has not been played"};
  }
  co_return ControlReply{true, std::move(done)};
}

/// What becomes of a match whose result has just been taken out, for people. Its encounter plays its open
/// games in their order, after those that run, and only until it is decided.
std::string Tournament::what_follows(const MatchPlace& place, StoredAttempt::Status status) const {
  const std::string match = "match " + place.id();
  if (status == StoredAttempt::Status::struck) {
    return match + " is cancelled";
  }
  if (ledger_.decided(place)) {
    return match + " is void, and not played again: the other games at its table decide";
  }
  return ledger_.is_next(place) && !scheduler_.is_out(place)
             ? match + " is played again"
             : match + " is void, and played again unless other games at its table decide before";
}

/// Takes out a finished match, so that it no longer counts; its record says so. Returns what becomes of it;
/// "" if it is not finished.
Task<std::string> Tournament::take_out(MatchPlace place, StoredAttempt::Status status, std::string why) {
  const auto attempt = ledger_.attempt_of(place);
  if (!attempt) {
    co_return "";
  }
  std::string record = co_await around_.store.record(place.id(), *attempt);
  const bool too_late = finished_ && status == StoredAttempt::Status::voided;
  if (ledger_.attempt_of(place) != attempt || too_late || !why_result_stands(place).empty()) {
    co_return "";  // another ruling was quicker, or a round has been paired by it
  }
  if (status == StoredAttempt::Status::voided) {
    ledger_.remove(place);
  } else {
    ledger_.strike(place);
  }
  swiss_files_.forget_from(static_cast<std::size_t>(place.round));
  const std::string follows = what_follows(place, status);
  const std::string note = because(follows, why);
  record = voided_afterwards(record, note);
  std::vector<StoreWrite> writes;
  writes.emplace_back(store_write::ChangeStatus{place.id(), *attempt, status, record});
  around_.changes.add(note, std::move(writes));
  if (finished_ || !keeps_seed_secret(around_.config, place)) {  // else finish() exports it
    around_.records.show_as_void(place.id(), *attempt, record);
  }
  changed_.notify();
  co_return follows;
}

}  // namespace referee
