// What the arbiter may do to a running tournament.
#include <spdlog/spdlog.h>

#include <utility>

#include "protocol/messages.h"
#include "referee/match/record.h"
#include "referee/tournament/run/tournament.h"

namespace referee {

void Tournament::start() {
  go_ = true;
  context_.changed.notify();
}

void Tournament::pause(bool paused) {
  paused_ = paused;
  halted_.clear();
  context_.match_scheduler.forget_missing();
  context_.changes.add(paused ? "paused by the arbiter" : "resumed by the arbiter");
  say_wait_to_all();
  context_.changed.notify();
}

void Tournament::halt(const std::string& why) {
  if (paused_ || !halted_.empty()) {
    return;  // several matches are put off for the same reason
  }
  halted_ = why;
  context_.changes.add((ends_if_halted_ ? "stopped by the referee: " : "paused by the referee: ") + why);
  if (ends_if_halted_) {
    drain();
  } else {
    paused_ = true;
    spdlog::error(
        "paused: when that is mended, or the entrants are withdrawn, go on with referee ctl resume");
    say_wait_to_all();
  }
  write_reports();
  context_.changed.notify();
}

void Tournament::withdraw(Entrant entrant, const std::string& why) {
  context_.roster.withdraw(entrant, why);
  context_.match_scheduler.withdraw(context_.roster.name(entrant));
  write_reports();
  context_.changed.notify();
}

void Tournament::withdraw(const std::vector<Entrant>& entrants, const std::string& pattern,
                          const std::string& why) {
  context_.roster.withdraw(entrants, pattern, why);
  for (const Entrant entrant : entrants) {
    context_.match_scheduler.withdraw(context_.roster.name(entrant));
  }
  write_reports();
  context_.changed.notify();
}

bool Tournament::give_bye(Entrant entrant, int round, PairingRequests::Bye bye, const std::string& why) {
  const std::string& name = context_.roster.name(entrant);
  const std::string folded = protocol::folded_name(name);
  if (requests_.bye(folded, round) == bye) {
    return false;
  }
  requests_.ruled[folded][round] = bye;
  const std::string in_round = " round " + std::to_string(round);
  const std::string note = bye == PairingRequests::Bye::none
                               ? name + " is paired in" + in_round + " after all"
                               : name + " has a " + std::string(name_of(bye)) + " in" + in_round;
  std::vector<StoreWrite> writes;
  writes.emplace_back(store_write::SetMeta{meta_key::kRequests, requests_.json()});
  context_.changes.add(because(note, why), std::move(writes));
  write_reports();
  context_.changed.notify();
  return true;
}

void Tournament::set_rounds(int rounds, const std::string& why) {
  const int before = *context_.format->own_rounds();
  context_.format = context_.format->with_rounds(rounds);
  pairing_ = context_.format->pairing_system(seed_);
  swiss_files_.forget_from(1);  // each file tells how many rounds are planned
  std::vector<StoreWrite> writes;
  writes.emplace_back(store_write::SetMeta{meta_key::kRounds, std::to_string(rounds)});
  const std::string note = "the arbiter has set " + std::to_string(rounds) +
                           (rounds == 1 ? " round" : " rounds") + ", instead of " + std::to_string(before);
  context_.changes.add(because(note, why), std::move(writes));
  write_reports();
  say_wait_to_all();
  context_.changed.notify();
}

std::string Tournament::why_result_stands(const MatchPlace& place) const {
  if (!ledger_.attempt_of(place)) {
    return "";
  }
  if (being_paired_.empty()) {
    return context_.format->why_result_stands(ledger_.history(), place);
  }
  History with_next = ledger_.history();
  History::Round& next = with_next.rounds.emplace_back();
  for (const Encounter& encounter : being_paired_) {
    next.push_back({encounter, {}});
  }
  return context_.format->why_result_stands(with_next, place);
}

Task<bool> Tournament::strike(MatchPlace place, std::string why) {
  if (ledger_.struck(place)) {
    co_return false;
  }
  const std::string note = because("match " + place.id() + " counts for nobody", why);
  const bool taken_out = co_await take_out(place, StoredAttempt::Status::struck, note);
  co_return taken_out;
}

Task<bool> Tournament::replay(MatchPlace place, std::string why) {
  const std::string note = because("match " + place.id() + " is played again", why);
  if (context_.match_scheduler.abort(place.id(), because("the arbiter has it played again", why))) {
    context_.changes.add(note);
    co_return true;
  }
  if (finished_) {
    co_return false;
  }
  const bool taken_out = co_await take_out(place, StoredAttempt::Status::voided, note);
  co_return taken_out;
}

/// Takes out a finished match, so that it no longer counts; its record says so. False if it is not finished.
Task<bool> Tournament::take_out(MatchPlace place, StoredAttempt::Status status, std::string note) {
  const auto attempt = ledger_.attempt_of(place);
  if (!attempt) {
    co_return false;
  }
  std::string record = co_await context_.store.record(place.id(), *attempt);
  const bool too_late = finished_ && status == StoredAttempt::Status::voided;
  if (ledger_.attempt_of(place) != attempt || too_late || !why_result_stands(place).empty()) {
    co_return false;  // another ruling was quicker, or a round has been paired by it
  }
  if (status == StoredAttempt::Status::voided) {
    ledger_.remove(place);
  } else {
    ledger_.strike(place);
  }
  swiss_files_.forget_from(static_cast<std::size_t>(place.round));
  record = voided_afterwards(record, note);
  std::vector<StoreWrite> writes;
  writes.emplace_back(store_write::ChangeStatus{place.id(), *attempt, status, record});
  context_.changes.add(note, std::move(writes));
  if (!keeps_seed_secret(context_.config, place)) {
    context_.show_as_void(place.id(), *attempt, record);
  }
  write_reports();
  context_.changed.notify();
  co_return true;
}

}  // namespace referee
