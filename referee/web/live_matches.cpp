#include "referee/web/live_matches.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

namespace referee::web {

// ---- what has happened ----

void LiveMatches::take(MatchFeed::Batch batch, TimePoint now) {
  if (batch.overrun) {
    for (auto& [id, running] : running_) {
      running.match->lose(now);
    }
    adopt_ = true;
  }
  for (const MatchNews& news : batch.news) {
    auto found = running_.find(news.match);
    if (news.begins || found == running_.end() || found->second.match->attempt() != news.attempt) {
      begin(news, now);
      found = running_.find(news.match);
    } else if (news.lost) {
      found->second.match->lose(now);
    } else {
      found->second.match->add(news.lines, now);
    }
    if (news.over) {
      found->second.over = true;
      found->second.is_void = news.is_void;
      found->second.over_since = now;
      if (!found->second.match->followed()) {
        found->second.match->lose(now);  // nobody has looked: who still does has it from the store
      }
    }
  }
}

/// An attempt that was not known. Readers of an earlier one fetch the match anew.
void LiveMatches::begin(const MatchNews& news, TimePoint now) {
  Running& running = running_[news.match];
  if (running.match) {
    running.match->end("reset");
  }
  const auto facts = [this](const std::vector<std::string>& names) {
    const pages::TournamentSnapshot& snapshot = reader_.snapshot();
    return pages::MatchFacts{.players = snapshot.names().of(names), .has_rounds = !snapshot.is_ladder()};
  };
  running = {std::make_unique<RunningMatch>(news.attempt, delay_, facts), false, false, {}};
  if (news.begins && !news.lost && !news.over) {
    running.match->begin(news.lines, now);
  } else {
    running.match->lose(now);
  }
}

/// After an overrun: matches that are running by the snapshot, and that nothing else tells of.
void LiveMatches::adopt_others(TimePoint now) {
  adopt_ = false;
  for (const StoredAttempt& attempt : reader_.snapshot().content().games) {
    if (attempt.status == StoredAttempt::Status::running && !running_.contains(attempt.match)) {
      MatchNews news;
      news.match = attempt.match;
      news.attempt = attempt.attempt;
      begin(news, now);
    }
  }
}

void LiveMatches::reload(const std::string& id, RunningMatch& match, TimePoint now) {
  try {
    match.begin(reader_.journal(id, match.attempt()), now);
  } catch (const StoreError& error) {
    spdlog::error("web: match {} is not shown now: {}", id, error.what());
    match.begin("", now);
  }
}

// ---- what is shown ----

void LiveMatches::step(TimePoint now) {
  if (adopt_) {
    adopt_others(now);
  }
  for (auto running = running_.begin(); running != running_.end();) {
    RunningMatch& match = *running->second.match;
    if (has_ended(running->first, running->second, now)) {
      match.step(now);  // what came together with the end
      match.end(running->second.is_void ? "reset" : "end");
      running = running_.erase(running);
      continue;
    }
    if (match.topic().readers() > 0 && !may_be_seen(running->first, match)) {
      match.end("reset");  // it has become secret
      running = running_.erase(running);
      adopt_ = true;
      continue;
    }
    if (match.is_lost() && now >= match.reload_due() && match.topic().readers() > 0) {
      reload(running->first, match, now);
      match.follow();
    }
    match.step(now);
    ++running;
  }
  publish_boards(now);
}

/// The end is told once the snapshot has the result, so that a reader who fetches the match then gets it,
/// however long a large store takes to be read (where there are readers it is read when due). Of a void
/// attempt it is told once the next one begins, or none has.
bool LiveMatches::has_ended(const std::string& id, const Running& running, TimePoint now) const {
  if (!running.over) {
    return false;
  }
  const StoredAttempt* const attempt = reader_.snapshot().attempt(id);
  const bool is_known = attempt != nullptr && attempt->attempt == running.match->attempt();
  const bool has_result = is_known && attempt->status != StoredAttempt::Status::running;
  if (has_result && !running.is_void) {
    return true;
  }
  const bool may_come = is_known && !has_result && !reader_.is_due(now);
  return !may_come && now - running.over_since >= kEndWithin;
}

bool LiveMatches::may_be_seen(const std::string& id, const RunningMatch& match) const {
  const pages::TournamentSnapshot& snapshot = reader_.snapshot();
  const StoredAttempt* const attempt = snapshot.attempt(id);
  return attempt != nullptr && attempt->attempt == match.attempt() &&
         snapshot.visibility().sight(*attempt) != pages::Visibility::Sight::nothing;
}

bool LiveMatches::has_readers() const {
  return std::ranges::any_of(running_,
                             [](const auto& each) { return each.second.match->topic().readers() > 0; });
}

RunningMatch* LiveMatches::find(const std::string& match) {
  const auto found = running_.find(match);
  if (found == running_.end() || !may_be_seen(match, *found->second.match)) {
    return nullptr;
  }
  RunningMatch& running = *found->second.match;
  const TimePoint now = reader_.clock().now();
  if (running.is_lost() && now >= running.reload_due()) {
    reload(match, running, now);
    running.step(now);
  }
  return running.follow() ? &running : nullptr;
}

// ---- boards ----

const Event& LiveMatches::boards(TimePoint now) {
  if (boards_event_.text == nullptr || now - boards_made_ >= kBoardsEvery) {
    make_boards(now);
  }
  return boards_event_;
}

void LiveMatches::make_boards(TimePoint now) {
  boards_made_ = now;
  std::string data = boards_text();
  if (boards_event_.text == nullptr || data != boards_data_) {
    boards_event_ = make_event("boards", data, kBoardsState);
    boards_data_ = std::move(data);
  }
}

/// Those of the lowest tables, in the order of tables; a match that is over stays until its end is told.
std::string LiveMatches::boards_text() {
  std::vector<std::tuple<int, int, int, std::string>> seen;
  for (const auto& [id, running] : running_) {
    if (may_be_seen(id, *running.match) && !running.is_void) {
      const StoredAttempt& attempt = *reader_.snapshot().attempt(id);
      seen.emplace_back(attempt.round, attempt.table, attempt.game_no, id);
    }
  }
  std::ranges::sort(seen);
  std::string text;
  std::size_t count = 0;
  for (const auto& [round, table, game_no, id] : seen) {
    const RunningMatch* const match = count < kMostBoards ? find(id) : nullptr;
    if (match != nullptr) {
      text += (count == 0 ? "" : ",") + match->board();
      ++count;
    }
  }
  return "[" + text + "]";
}

void LiveMatches::publish_boards(TimePoint now) {
  if (boards_->readers() == 0 || now < boards_due_) {
    return;
  }
  make_boards(now);
  const std::size_t bytes = boards_data_.size() * boards_->readers();
  boards_due_ =
      now + std::max(kBoardsEvery, Milliseconds(static_cast<std::int64_t>(bytes * 1000 / kMostBoardBytes)));
  if (boards_event_.text != boards_published_) {
    boards_->publish(boards_event_);
    boards_published_ = boards_event_.text;
  }
}

}  // namespace referee::web
