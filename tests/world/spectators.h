#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "referee/http/event_topic.h"
#include "referee/web/tournament_pages.h"
#include "tests/support/running_tournament.h"
#include "tests/world/dialled_bot.h"
#include "tests/world/draw.h"
#include "tests/world/network_loop.h"
#include "tests/world/told_log.h"

namespace world {

/// Those who look at the pages and the reports of a tournament, at moments that are drawn: whatever they get
/// is in the log. Some show the token of an entrant, and some a wrong one.
class Spectators {
 public:
  /// Their tokens open pages of their own.
  using Bots = std::vector<std::unique_ptr<DialledBot>>;

  /// All outlive it. Throws what TournamentPages throws.
  Spectators(NetworkLoop& loop, const referee::TournamentConfig& config,
             test_support::RunningTournament& running, const Bots& bots, ToldLog& log, std::uint64_t seed);
  ~Spectators();
  Spectators(const Spectators&) = delete;
  Spectators& operator=(const Spectators&) = delete;

  /// Nobody looks any more.
  void close();
  /// How many pages were asked for.
  std::uint64_t pages_read() const { return pages_read_; }

 private:
  /// Somebody who reads an event stream.
  class Reader;

  void visit();
  void ask();
  referee::web::HttpRequest draw_request();

  const referee::TournamentConfig& config_;
  referee::StoreWriter& store_;
  const Bots& bots_;
  ToldLog& log_;
  Random random_;
  referee::web::TournamentPages pages_;
  std::list<std::unique_ptr<Reader>> readers_;
  referee::Timer next_;
  std::uint64_t visits_ = 0;
  std::uint64_t pages_read_ = 0;
};

}  // namespace world
