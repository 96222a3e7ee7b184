#include "tests/world/told_log.h"

#include <algorithm>

#include "protocol/verdict.h"
#include "referee/match/attempt.h"
#include "tests/support/temp_folder.h"

namespace world {

std::size_t ToldLog::begin(std::string source, std::uint32_t address, std::string reader) {
  Stream& stream = streams_.emplace_back();
  stream.source = std::move(source);
  stream.address = address;
  stream.reader = std::move(reader);
  return streams_.size() - 1;
}

void ToldLog::note_time() { latest_utc_ = std::max(latest_utc_, clock_->utc()); }

void ToldLog::add(std::size_t stream, std::string_view bytes) {
  note_time();
  streams_[stream].bytes += bytes;
  streams_[stream].pieces.push_back({streams_[stream].bytes.size(), now_, latest_utc_, clock_->now()});
}

/// What a bot has written to standard error is its owner's.
void ToldLog::add_reports(const std::filesystem::path& folder) {
  std::map<std::filesystem::path, std::string> files;
  if (!std::filesystem::exists(folder)) {
    return;
  }
  for (auto entry = std::filesystem::recursive_directory_iterator(folder); entry != end(entry); ++entry) {
    if (entry->path().filename() == "bots") {
      entry.disable_recursion_pending();
    } else if (entry->is_regular_file()) {
      files[entry->path()] = test_support::read_file(entry->path());
    }
  }
  for (const auto& [path, bytes] : files) {
    if (const auto known = files_.find(path); known == files_.end() || known->second != bytes) {
      add(begin(path.lexically_relative(folder).string()), bytes);
    }
  }
  files_ = std::move(files);
}

void ToldLog::on_start(const referee::ObservedMatch& match) {
  const auto [at, is_new] = attempts_.try_emplace({match.spec.id, match.spec.attempt});
  Attempt& attempt = at->second;
  ++now_;
  if (is_new) {
    attempt = {.players = match.players,
               .seed = match.spec.seed,
               .hides = match.game.hidden(),
               .began = now_,
               .began_at = clock_->now(),
               .began_utc = clock_->utc()};
  }
  attempt.latest = now_;
}

void ToldLog::on_turn(const referee::ObservedMatch& match, const referee::PlayedTurn& turn) {
  Attempt& attempt = attempts_.at({match.spec.id, match.spec.attempt});
  attempt.latest = ++now_;
  attempt.turns.try_emplace(turn.number, clock_->now());
}

void ToldLog::on_end(const referee::PlayedAttempt& played) {
  const auto found = attempts_.find({played.job.spec.id, played.job.spec.attempt});
  if (found == attempts_.end()) {
    return;
  }
  Attempt& attempt = found->second;
  attempt.counted = !played.result.is_void;
  attempt.ended = ++now_;
  attempt.ended_at = clock_->now();
  attempt.absent = {played.result.no_show.begin(), played.result.no_show.end()};
  for (std::size_t seat = 0; seat < played.result.seats.size(); ++seat) {
    if (played.result.seats[seat].by_verdict[static_cast<std::size_t>(protocol::Verdict::no_show)] > 0) {
      attempt.absent.insert(seat);
    }
  }
}

}  // namespace world
