// What the arbiter may do to a running tournament.
#include <utility>

#include "protocol/messages.h"
#include "referee/match/record.h"
#include "referee/tournament/run/tournament.h"

namespace referee {

void Tournament::start() {
  go_ = true;
  hall_.changed.notify();
}

void Tournament::pause(bool paused) {
  paused_ = paused;
  hall_.changes.add(paused ? "paused by the arbiter" : "resumed by the arbiter");
  say_wait_to_all();
  hall_.changed.notify();
}

void Tournament::withdraw(Entrant entrant, const std::string& why) {
  hall_.roster.withdraw(entrant, why);
  hall_.arena.withdraw(hall_.roster.name(entrant));
  write_reports();
  hall_.changed.notify();
}

bool Tournament::give_bye(Entrant entrant, int round, PairingRequests::Bye bye, const std::string& why) {
  const std::string& name = hall_.roster.name(entrant);
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
  hall_.changes.add(because(note, why), std::move(writes));
  write_reports();
  hall_.changed.notify();
  return true;
}

Task<bool> Tournament::strike(MatchPlace place, std::string why) {
  if (ledger_.struck(place)) {
    co_return false;
  }
  const std::string note = because("match " + place.id() + " counts for nobody", why);
  const bool taken_out = co_await take_out(place, StoredGame::Status::struck, note);
  co_return taken_out;
}

Task<bool> Tournament::replay(MatchPlace place, std::string why) {
  const std::string note = because("match " + place.id() + " is played again", why);
  if (hall_.arena.abort(place.id(), because("the arbiter has it played again", why))) {
    hall_.changes.add(note);
    co_return true;
  }
  if (finished_) {
    co_return false;
  }
  const bool taken_out = co_await take_out(place, StoredGame::Status::voided, note);
  co_return taken_out;
}

/// A finished match counts no more; its record says so. False if it is not finished.
Task<bool> Tournament::take_out(MatchPlace place, StoredGame::Status status, std::string note) {
  const auto attempt = ledger_.attempt_of(place);
  if (!attempt) {
    co_return false;
  }
  std::string record = co_await hall_.store.record(place.id(), *attempt);
  const bool too_late = finished_ && status == StoredGame::Status::voided;
  if (ledger_.attempt_of(place) != attempt || too_late) {
    co_return false;  // somebody was quicker
  }
  if (status == StoredGame::Status::voided) {
    ledger_.remove(place);
  } else {
    ledger_.strike(place);
  }
  swiss_files_.forget_from(static_cast<std::size_t>(place.round));
  record = voided_afterwards(record, note);
  std::vector<StoreWrite> writes;
  writes.emplace_back(store_write::ChangeStatus{place.id(), *attempt, status, record});
  hall_.changes.add(note, std::move(writes));
  if (!keeps_seed_secret(hall_.config, place)) {
    hall_.show_as_void(place.id(), *attempt, record);
  }
  write_reports();
  hall_.changed.notify();
  co_return true;
}

}  // namespace referee
