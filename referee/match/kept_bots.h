#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "referee/match/launcher.h"

namespace referee {

/// Launched bots that wait for their next game of a series, of an encounter or of a rubric's item: they have
/// said that they can play another match in the same process, and have said hello again. An attempt takes a
/// bot out and, if it is still fit, gives it back when its match is over.
class KeptBots {
 public:
  /// `capacity`: how many wait at most; those that have waited longest are ended first. `more`: whether
  /// another game begins. `launcher` must outlive this.
  KeptBots(Launcher& launcher, std::size_t capacity, std::function<bool()> more)
      : launcher_(launcher), capacity_(capacity), more_(std::move(more)) {}
  KeptBots(const KeptBots&) = delete;
  KeptBots& operator=(const KeptBots&) = delete;

  /// Whether the bot of that name is to be asked for another hello, now that its match is over.
  bool wants(const std::string& name) const;
  /// One of that name that was started with these words, `argv`, and is connected. Nothing: it has to be
  /// launched.
  Task<std::optional<LaunchedBot>> take(std::string name, std::vector<std::string> argv);
  /// Whether one of that name waits.
  bool has(const std::string& name) const;
  /// Keeps a bot that has said hello again. REQUIRES: its player has no seat.
  Task<> keep(LaunchedBot bot);
  /// The bot of that name was asked, and did not say hello again: it is asked no more, because each time may
  /// cost init_ms.
  void note_failure(const std::string& name) { unable_.insert(name); }
  /// Says `bye` to all that wait; returns when they are gone.
  Task<> end();
  /// Says `bye` to those of that name, and forgets their failures; returns when they are gone.
  Task<> end(std::string name);

 private:
  using IsWanted = std::function<bool(const LaunchedBot&)>;
  std::optional<LaunchedBot> newest(const IsWanted& is_wanted);

  Launcher& launcher_;
  std::size_t capacity_;
  std::function<bool()> more_;
  std::deque<LaunchedBot> waiting_;  // the newest last
  std::set<std::string> unable_;
};

}  // namespace referee
