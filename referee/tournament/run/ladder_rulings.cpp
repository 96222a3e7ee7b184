#include <spdlog/spdlog.h>

#include <utility>

#include "referee/match/record.h"
#include "referee/tournament/run/ladder.h"

// What the arbiter rules on a ladder, and what stops it.
namespace referee {

void Ladder::drain() {
  TournamentRunner::drain();
  closes_.cancel();
  block_closes_.cancel();
  renewal_.cancel();
}

void Ladder::pause(bool paused) {
  paused_ = paused;
  if (!paused) {
    halted_.clear();
    context_.match_scheduler.forget_missing();
  }
  context_.changes.add(paused ? "play was paused by the arbiter" : "play was resumed by the arbiter");
  say_wait_to_all();
  context_.changed.notify();
}

/// Going on would be unfair: the arbiter decides.
void Ladder::halt(const std::string& why) {
  if (!halted_.empty() || stopping()) {
    return;
  }
  halted_ = why;
  paused_ = true;
  context_.changes.add("the referee has stopped play: " + why);
  if (ends_if_halted_) {
    drain();
  }
  say_wait_to_all();
  context_.changed.notify();
}

KeptMatches::Match* Ladder::find_kept(int number) {
  const auto open = open_matches_.find(number);
  return open == open_matches_.end() ? kept_.find(number) : &open->second;
}

Task<bool> Ladder::strike(MatchPlace place, std::string why) {
  const KeptMatches::Match* match = find_kept(place.table);
  if (place.round != 1 || place.game_no != 1 || match == nullptr || match->result.struck) {
    co_return false;
  }
  const int attempt = match->attempt;
  std::string record = co_await context_.store.record(place.id(), attempt);
  KeptMatches::Match* const still = find_kept(place.table);
  if (still == nullptr || still->result.struck) {
    co_return false;  // another ruling was quicker, or it is too old by now
  }
  table_.remove(place.table, still->result);
  still->result.struck = true;
  const std::string note = because("match " + place.id() + " counts for nobody", why);
  record = voided_afterwards(record, note);
  std::vector<StoreWrite> writes;
  writes.emplace_back(store_write::ChangeStatus{place.id(), attempt, StoredAttempt::Status::struck, record});
  writes.emplace_back(store_write::SetMeta{meta_key::kLadder, table_.text()});
  context_.changes.add(note, std::move(writes));
  if (!open_matches_.contains(place.table)) {  // else the record is still secret
    context_.show_as_void(place.id(), attempt, record);
  }
  renew_soon();
  context_.changed.notify();
  co_return true;
}

bool Ladder::replay(const MatchPlace& place, const std::string& why) {
  if (!context_.match_scheduler.abort(place.id(), because("the arbiter has it played again", why))) {
    return false;
  }
  context_.changes.add(because("match " + place.id() + " is played again", why));
  return true;
}

}  // namespace referee
