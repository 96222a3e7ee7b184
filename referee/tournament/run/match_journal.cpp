#include "referee/tournament/run/match_journal.h"

#include <cassert>
#include <utility>

#include <boost/asio/steady_timer.hpp>

#include "referee/net/event.h"

namespace referee {
namespace {

constexpr Milliseconds kJournalEvery{200};

}  // namespace

Task<> MatchJournal::begin(const Attempt& attempt) {
  const MatchSpec& spec = attempt.job().spec;
  assert(spec.place);
  std::vector<StoreWrite> writes;
  writes.emplace_back(
      store_write::BeginAttempt{{spec.id, spec.place->round, spec.place->table, spec.place->game_no,
                                 spec.attempt, StoredAttempt::Status::running, ""},
                                attempt.record()});
  co_await store_.write(std::move(writes));
  unwritten_[spec.id] = {spec.attempt, ""};
  if (!writing_) {
    writing_ = true;
    tasks_.start("journal", write_turns());
  }
}

void MatchJournal::on_turn(const ObservedMatch& match, const PlayedTurn& turn) {
  if (const auto found = unwritten_.find(match.spec.id); found != unwritten_.end()) {
    found->second.lines += turn.record_line;
  }
}

/// Writes turns to the store as long as matches are running.
Task<> MatchJournal::write_turns() {
  boost::asio::steady_timer timer(tasks_.io());
  while (!unwritten_.empty()) {
    timer.expires_after(kJournalEvery);
    (void)co_await timer.async_wait(kAwait);
    std::vector<StoreWrite> writes;
    for (auto& [match, unwritten] : unwritten_) {
      if (!unwritten.lines.empty()) {
        writes.emplace_back(
            store_write::Journal{match, unwritten.attempt, std::exchange(unwritten.lines, "")});
      }
    }
    if (!writes.empty()) {
      store_.post(std::move(writes));
    }
  }
  writing_ = false;
}

Task<> MatchJournal::finish(const PlayedAttempt& played, std::string result, std::vector<StoreWrite> writes) {
  const MatchSpec& spec = played.job.spec;
  unwritten_.erase(spec.id);  // the whole record has them
  const auto status = played.result.is_void ? StoredAttempt::Status::voided : StoredAttempt::Status::done;
  writes.insert(writes.begin(), store_write::FinishAttempt{spec.id, spec.attempt, status, std::move(result),
                                                           played.result.record});
  co_await store_.write(std::move(writes));
}

}  // namespace referee
