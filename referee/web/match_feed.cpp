#include "referee/web/match_feed.h"

#include <utility>

#include "referee/match/attempt.h"

namespace referee::web {

void MatchFeed::on_start(const ObservedMatch& match) {
  const std::lock_guard lock(mutex_);
  MatchNews& news = news_of(match.spec);
  bytes_ -= news.lines.size();
  news = MatchNews{match.spec.id, match.spec.attempt, true, false, false, false, ""};
  add(news, match.record);
}

void MatchFeed::on_turn(const ObservedMatch& match, const PlayedTurn& turn) {
  const std::lock_guard lock(mutex_);
  add(news_of(match.spec), turn.record_line);
}

void MatchFeed::on_end(const PlayedAttempt& played) {
  const std::lock_guard lock(mutex_);
  MatchNews& news = news_of(played.job.spec);
  news.over = true;
  news.is_void = played.result.is_void;
}

/// What waits of that match. Whoever asks adds to it, so it wakes the web server.
MatchNews& MatchFeed::news_of(const MatchSpec& spec) {
  if (!woken_) {
    woken_ = true;
    wake_();
  }
  auto found = waiting_.find(spec.id);
  if (found == waiting_.end()) {
    if (waiting_.size() >= kMostMatches) {
      waiting_.clear();
      bytes_ = 0;
      overrun_ = true;
    }
    found = waiting_.try_emplace(spec.id).first;
    found->second.match = spec.id;
  }
  found->second.attempt = spec.attempt;
  return found->second;
}

void MatchFeed::add(MatchNews& news, std::string_view lines) {
  if (news.lost) {
    return;
  }
  if (bytes_ + lines.size() > kMostBytes) {
    drop_lines(news);
    return;
  }
  news.lines += lines;
  bytes_ += lines.size();
}

void MatchFeed::drop_lines(MatchNews& news) {
  bytes_ -= news.lines.size();
  std::string().swap(news.lines);
  news.lost = true;
}

MatchFeed::Batch MatchFeed::take() {
  std::map<std::string, MatchNews> taken;
  Batch batch;
  {
    const std::lock_guard lock(mutex_);
    taken.swap(waiting_);
    bytes_ = 0;
    batch.overrun = std::exchange(overrun_, false);
    woken_ = false;
  }
  batch.news.reserve(taken.size());
  for (auto& [match, news] : taken) {
    batch.news.push_back(std::move(news));
  }
  return batch;
}

}  // namespace referee::web
