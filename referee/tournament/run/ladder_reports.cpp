#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "referee/tournament/run/ladder.h"

// What a ladder writes to its store, and tells the players who wait.
namespace referee {

void Ladder::renew_soon() {
  if (!stopping()) {  // else finish() does it
    renewal_.soon();
  }
}

/// What is not kept any more leaves the store in the same commit as the table that includes it, or, of a
/// match that was interrupted, as the table that does not give its number, and so its seed, to another match.
std::vector<StoreWrite> Ladder::take_expired(std::int64_t now) {
  std::vector<StoreWrite> writes = std::exchange(left_over_, {});
  const auto forget = [&](const std::string& match, int attempts) {
    writes.emplace_back(store_write::ForgetMatch{match});
    around_.records.files().remove(match, std::max(attempts, around_.match_scheduler.forget(match)));
  };
  for (const auto& [match, attempts] : std::exchange(interrupted_, {})) {
    forget(match, attempts);
  }
  for (const MatchPlace& place : kept_.take_expired(now)) {
    forget(place.id(), 0);
  }
  if (auto counted = sums_.counted()) {
    writes.push_back(std::move(*counted));
  }
  return writes;
}

StandingsPage Ladder::page() const {
  PageParts parts = page_parts();
  parts.history.ladder = std::shared_ptr<const LadderTable>(std::shared_ptr<void>(), &table());
  around_.config.requests().enter_into(parts.history);
  parts.finished = finished_;
  return page_of(std::move(parts));
}

std::string Ladder::waiting_for(const Player& player) const {
  if (player.playing()) {
    return "your match goes on";
  }
  if (finished_ || closed()) {
    return "the ladder is closed";
  }
  if (stopping()) {
    return "the referee is stopping: no new game begins";
  }
  const auto entrant = around_.roster.entrant(player.name());
  if (entrant && around_.roster.awaits_approval(*entrant)) {
    return kAwaitsApproval;
  }
  if (entrant && around_.roster.withdrawn(*entrant)) {
    return "you are withdrawn: ask the arbiter";
  }
  if (paused()) {
    return pause_text();
  }
  return matching_->waiting_text(entrant.value_or(around_.roster.size()), around_.tasks.clock().now());
}

std::string Ladder::block_text() const {
  return block_times_ ? ", " + block_times_->text(table().blocks().open()) : "";
}

void Ladder::say_wait_to(const std::vector<Entrant>& entrants) {
  for (const Entrant entrant : entrants) {
    say_wait(entrant);
  }
}

TournamentRunner::Progress Ladder::progress() const {
  return {.matches = static_cast<std::size_t>(table().matches()),
          .matches_at_most = static_cast<std::size_t>(terms().matches.value_or(0))};
}

std::string Ladder::progress_text() const {
  if (is_practice()) {
    return state_text().empty() ? "" : "practice" + state_text();
  }
  return "ladder, " + std::to_string(table().matches()) +
         (terms().matches ? " of " + std::to_string(*terms().matches) : "") + " games played" + block_text() +
         (terms().until ? ", until " + *terms().until : "") + state_text();
}

}  // namespace referee
