#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "referee/match/match_observer.h"

namespace referee::web {

/// What has become of one match since it was last asked.
struct MatchNews {
  std::string match;
  int attempt = 1;
  bool begins = false;   ///< `lines` begin with the record's header
  bool lost = false;     ///< there were too many lines: `lines` is empty, and the journal has them
  bool over = false;     ///< the attempt is over, void or not
  bool is_void = false;  ///< and it does not count
  std::string lines;     ///< of the record, whole ones
};

/// Brings the records of running matches, line by line, from the loop's thread to that of the web server, so
/// that matches pay no more for spectators than a copy of each line. Bounded: at most kMostBytes of lines and
/// kMostMatches of matches wait. A match whose lines do not fit loses those that wait, and is to be read
/// again from its journal.
class MatchFeed final : public MatchObserver {
 public:
  static constexpr std::size_t kMostBytes = 16 * 1024 * 1024;
  static constexpr std::size_t kMostMatches = 4096;

  /// `wake` is called on the loop's thread when something waits that take() has not seen yet; it returns at
  /// once.
  explicit MatchFeed(std::function<void()> wake) : wake_(std::move(wake)) {}

  // ---- on the loop's thread ----

  void on_start(const ObservedMatch& match) override;
  void on_turn(const ObservedMatch& match, const PlayedTurn& turn) override;
  void on_end(const PlayedAttempt& played) override;

  // ---- on the web server's thread ----

  struct Batch {
    std::vector<MatchNews> news;  ///< by match
    /// More than kMostMatches waited, and what was known of them was dropped: `news` is what came after that,
    /// and other matches may have begun or ended.
    bool overrun = false;
  };
  /// All that waits; nothing of it waits any more.
  Batch take();

 private:
  MatchNews& news_of(const MatchSpec& spec);
  void add(MatchNews& news, std::string_view lines);
  void drop_lines(MatchNews& news);

  const std::function<void()> wake_;
  std::mutex mutex_;
  std::map<std::string, MatchNews> waiting_;  // by match; guarded by mutex_, as all that follows
  std::size_t bytes_ = 0;                     // of lines in waiting_
  bool overrun_ = false;
  bool woken_ = false;  // wake_ has been called since the last take()
};

}  // namespace referee::web
