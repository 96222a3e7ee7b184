#include <utility>

#include "referee/record/record.h"
#include "referee/tournament/run/ladder.h"

// What the arbiter rules on a ladder, and what stops it.
namespace referee {

void Ladder::drain() {
  TournamentRunner::drain();
  closes_.cancel();
  block_closes_.cancel();
  next_is_due_.cancel();
  renewal_.cancel();
}

KeptMatches::Match* Ladder::find_kept(const MatchPlace& place) {
  const auto open = open_matches_.find(place);
  return open == open_matches_.end() ? kept_.find(place) : &open->second;
}

Task<ControlReply> Ladder::strike(MatchPlace place, std::string why) {
  const std::string name = "match " + place.id();
  const ControlReply refused{
      false, name + " cannot be cancelled: it must be over, count, and still have its record (key keep)"};
  if (is_practice()) {
    co_return ControlReply{false, "in open practice no game counts, so none can be cancelled"};
  }
  const KeptMatches::Match* match = find_kept(place);
  if (match == nullptr || match->result.struck) {
    co_return refused;
  }
  const int attempt = match->attempt;
  std::string record = co_await around_.store.record(place.id(), attempt);
  KeptMatches::Match* const still = find_kept(place);
  if (still == nullptr || still->result.struck) {
    co_return refused;  // another ruling was quicker, or it is too old by now
  }
  sums_.table().remove(place.table, still->result);
  still->result.struck = true;
  const std::string note = because(name + " is cancelled", why);
  record = voided_afterwards(record, note);
  std::vector<StoreWrite> writes;
  writes.emplace_back(store_write::ChangeStatus{place.id(), attempt, StoredAttempt::Status::struck, record});
  writes.emplace_back(store_write::SetMeta{meta_key::kLadder, table().json()});
  around_.changes.add(note, std::move(writes));
  if (!open_matches_.contains(place)) {  // else the record is still secret
    around_.records.show_as_void(place.id(), attempt, record);
  }
  changed_.notify();
  co_return ControlReply{true, name + " is cancelled"};
}

}  // namespace referee
