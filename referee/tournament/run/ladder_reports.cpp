#include <chrono>
#include <numeric>
#include <utility>

#include "referee/match/record.h"
#include "referee/tournament/run/ladder.h"
#include "referee/tournament/run/ladder_record.h"

// What a ladder writes to its store, and tells the players who wait.
namespace referee {

void Ladder::renew_soon() {
  if (!stopping()) {  // else finish() does it
    renewal_.soon();
  }
}

/// What is not kept any more leaves the store in the same commit as the table that includes it.
std::vector<StoreWrite> Ladder::take_expired(std::int64_t now) {
  std::vector<StoreWrite> writes;
  for (const int number : kept_.take_expired(now)) {
    const std::string match = ladder_match_name(number);
    writes.emplace_back(store_write::ForgetMatch{match});
    context_.files.remove(match, context_.match_scheduler.forget(match));
  }
  return writes;
}

std::string Ladder::waiting_for(const Player& player) const {
  if (player.playing()) {
    return "your match goes on";
  }
  if (finished_ || closed() || stopping()) {
    return finished_ || closed() ? "the ladder is closed" : "the referee is stopping: no more matches begin";
  }
  const auto entrant = context_.roster.entrant(player.name());
  if (entrant && context_.roster.awaits_approval(*entrant)) {
    return kAwaitsApproval;
  }
  if (entrant && context_.roster.withdrawn(*entrant)) {
    return "you are withdrawn, ask the arbiter";
  }
  if (paused()) {
    return pause_text();
  }
  if (!block_times_) {
    return "your next match is called as soon as there is an opponent";
  }
  return entrant && matching_->is_through(*entrant)
             ? "you have played all instances: " + block_text().substr(2)
             : "your next match is called soon";
}

std::string Ladder::block_text() const {
  if (!block_times_) {
    return "";
  }
  const int block = table_.blocks().open();
  const std::chrono::system_clock::time_point end(std::chrono::seconds(block_times_->end_of(block)));
  return ", block " + std::to_string(block) + " until " + utc_text(end);
}

void Ladder::say_wait_to(const std::vector<Entrant>& entrants) {
  for (const Entrant entrant : entrants) {
    say_wait(entrant);
  }
}

TournamentRunner::Progress Ladder::progress() const {
  return {.matches = static_cast<std::size_t>(table_.matches()),
          .matches_at_most = static_cast<std::size_t>(terms().matches.value_or(0))};
}

std::string Ladder::progress_text() const {
  return "ladder, " + std::to_string(table_.matches()) +
         (terms().matches ? " of " + std::to_string(*terms().matches) : "") + " matches played" +
         block_text() + (terms().until ? ", until " + *terms().until : "") + state_text();
}

}  // namespace referee
