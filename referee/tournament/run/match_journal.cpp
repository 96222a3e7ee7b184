#include "referee/tournament/run/match_journal.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "protocol/require.h"
#include "referee/loop/event.h"
#include "referee/tournament/run/resume_terms.h"

namespace referee {
namespace {

constexpr Milliseconds kJournalEvery{200};

/// REQUIRES: a match of a tournament.
StoreWrite begin_write(const MatchSpec& spec, std::string header, std::string terms) {
  REQUIRE(spec.place);
  return store_write::BeginAttempt{{spec.id, spec.place->round, spec.place->table, spec.place->game_no,
                                    spec.attempt, StoredAttempt::Status::running, std::move(terms)},
                                   std::move(header)};
}

}  // namespace

Task<> MatchJournal::begin(const Attempt& attempt) {
  const MatchSpec& spec = attempt.job().spec;
  REQUIRE(spec.place);
  Running running;
  running.attempt = spec.attempt;
  open_file(attempt, running);  // before the store knows of the attempt: what it knows of has a file
  if (!attempt.job().saved) {
    const ResumeTerms terms{tasks_.clock().boot_id(), attempt.attendance()};
    std::vector<StoreWrite> writes;
    writes.push_back(begin_write(spec, attempt.record(), terms.json()));
    co_await store_.write(std::move(writes));
  }
  running_[spec.id] = std::move(running);
  if (!writing_) {
    writing_ = true;
    tasks_.start("journal", write_turns());
  }
}

/// Without the file the match is played all the same; after a crash it is played again.
void MatchJournal::open_file(const Attempt& attempt, Running& running) {
  const MatchSpec& spec = attempt.job().spec;
  running.silence.resize(attempt.job().seats.size());
  const std::string& record = attempt.record();
  std::string lines = record.substr(record.find('\n') + 1);
  if (const auto& saved = attempt.job().saved; saved && !saved->silence.empty()) {
    std::ranges::copy(saved->silence, running.silence.begin());
    lines += KeptTurns::silence_line(running.silence);
  }
  try {
    running.file = files_.begin(spec.id, spec.attempt, lines);
  } catch (const std::system_error& error) {
    spdlog::error("match {}: its turns are not kept: {}", spec.id, error.what());
    files_.remove(spec.id, spec.attempt);
  }
}

void MatchJournal::on_turn(const ObservedMatch& match, const PlayedTurn& turn) {
  const auto found = running_.find(match.spec.id);
  if (found == running_.end()) {
    return;
  }
  found->second.unwritten += turn.record_line;
  if (found->second.file) {
    keep_turn(match.spec.id, found->second, turn);
  }
}

/// A file that lacks a turn is worth nothing: the match would go on before what its bots have seen.
void MatchJournal::keep_turn(const std::string& match, Running& running, const PlayedTurn& turn) {
  bool changed = false;
  for (const SeatAnswer& answer : turn.answers) {
    changed = changed || running.silence[answer.seat] != answer.silence;
    running.silence[answer.seat] = answer.silence;
  }
  try {
    if (changed) {
      running.file->add(std::string(turn.record_line) + KeptTurns::silence_line(running.silence));
    } else {
      running.file->add(turn.record_line);
    }
  } catch (const std::system_error& error) {
    spdlog::error("match {}: its turns are not kept any more: {}", match, error.what());
    running.file.reset();
    files_.remove(match, running.attempt);
  }
}

/// Writes turns to the store as long as matches are running.
Task<> MatchJournal::write_turns() {
  while (!running_.empty()) {
    co_await sleep(tasks_.io(), kJournalEvery);
    std::vector<StoreWrite> writes;
    for (auto& [match, running] : running_) {
      if (!running.unwritten.empty()) {
        writes.emplace_back(
            store_write::Journal{match, running.attempt, std::exchange(running.unwritten, "")});
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
  const bool begun_here = running_.erase(spec.id) > 0;  // the whole record has the turns
  const auto status = played.result.is_void ? StoredAttempt::Status::voided : StoredAttempt::Status::done;
  writes.insert(writes.begin(), store_write::FinishAttempt{spec.id, spec.attempt, status, std::move(result),
                                                           played.result.record});
  if (!begun_here) {  // a worker has played it
    writes.insert(writes.begin(),
                  begin_write(spec, played.result.record.substr(0, played.result.record.find('\n') + 1), ""));
  }
  co_await store_.write(std::move(writes));
  files_.remove(spec.id, spec.attempt);
}

}  // namespace referee
