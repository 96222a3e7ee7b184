#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "referee/base/units.h"
#include "referee/command/command_loop.h"
#include "referee/command/progress.h"
#include "referee/command/trace_file.h"
#include "referee/loop/timer.h"
#include "referee/match/launcher.h"
#include "referee/match/match_observer.h"
#include "referee/match/record_files.h"
#include "referee/net/listener.h"
#include "referee/process/sandbox.h"
#include "referee/queue/match_queue.h"
#include "referee/series/series.h"
#include "referee/series/series_data.h"
#include "referee/series/series_file.h"
#include "referee/series/series_meeting.h"
#include "referee/series/series_results.h"

namespace referee {

/// What `referee match` is asked for, beside what is played.
struct MatchOrder {
  std::string listen;  ///< where bots dial in; empty: none do
  TraceFile trace;
  std::string queue;                  ///< the store whose workers play; empty: this machine does
  std::string reports;                ///< the folder of records
  std::optional<std::uint64_t> seed;  ///< as it was given
  std::string json;                   ///< a file for the results; empty: none, as of csv
  std::string csv;
  bool by_opening = false;
  bool verbose = false;
  bool resume = false;
  std::vector<std::string> changed;  ///< names of bots whose games `resume` plays anew
  bool browser = false;
};

/// What is played.
struct MatchSetup {
  SeriesSpec series;
  std::vector<SeatSpec> entrants;  ///< those of the plan; one without a bot dials in
  std::optional<SeriesDecision> decision;
  /// All that decides what is played, but the number of games: a run that was begun with the same goes on.
  nlohmann::json asked;
  bool dialled = false;  ///< some entrants dial in
};

/// One run of `referee match`: owns the event loop and its users, shows how far it is and what came out.
class MatchRun final : private MatchObserver {
 public:
  /// `order` must outlive it. With --resume it reads the games that were played before. Throws
  /// std::runtime_error if there is no such run, or one of its records is damaged.
  MatchRun(const MatchOrder& order, MatchSetup setup, std::shared_ptr<const Sandbox> sandbox);
  ~MatchRun() override;
  MatchRun(const MatchRun&) = delete;
  MatchRun& operator=(const MatchRun&) = delete;

  /// The games that are over.
  const SeriesResults& results() const { return results_; }

  /// Plays. Returns the exit code. Throws what ended the series, after what it has played was printed.
  int run();

 private:
  /// How an entrant's program ended in a bad way.
  struct BadEnds {
    std::int64_t count = 0;
    std::int64_t first_game = 0;
    std::string how;  ///< how the program ended the first time
  };

  void open_lobby();
  void open_trace();
  void begin_file();
  void go_on();
  void take_up(const PlannedGame& game);
  bool is_stale(const GameSummary& game, const std::filesystem::path& record) const;
  SeriesEnd why_ended() const;
  Task<> play();
  Task<> leave_queue();
  void on_end(const PlayedAttempt& played) override;
  void on_silence(const ObservedMatch& match, const SilentSeat& silent) override;
  void on_game(const PlannedGame& game, const PlayedAttempt& played);
  void note_ends(const PlannedGame& game, const PlayedAttempt& played);
  ProgressState progress() const;
  void tell();
  void print(const std::string& line);
  void say(const std::string& line);
  void show_head() const;
  void show_results() const;
  std::string one_start_text() const;
  std::string ends_text() const;
  void write_files() const;
  void show_page() const;
  void close();

  const MatchOrder& order_;
  bool alone_;  // one match: its table is all that there is to show
  std::optional<SeriesDecision> decision_;
  std::vector<SeatSpec> entrants_;
  SeriesSpec spec_;
  nlohmann::json asked_;
  SeriesResults results_;
  std::map<std::size_t, BadEnds> bad_ends_;               // by entrant
  std::map<std::size_t, std::filesystem::path> stderrs_;  // by entrant, of those who wrote something
  std::set<std::string> silent_;                          // names of bots of which it has been said
  std::filesystem::path watched_;                         // the record of the last match
  std::size_t played_before_ = 0;
  std::string interim_;  // interim_text() of so many games
  std::size_t interim_of_ = 0;
  CommandLoop loop_;
  TimePoint begun_;
  std::shared_ptr<const Sandbox> sandbox_;
  Launcher launcher_;
  RecordFiles files_;
  std::optional<SeriesFile> file_;
  std::optional<queue::MatchQueue> queue_;  // nothing: the games are played here
  std::optional<Series::Acceptor> acceptor_;
  std::optional<Listener> listener_;
  std::optional<Series> series_;
  std::optional<ProgressDisplay> display_;
  PeriodicTimer tick_;
};

}  // namespace referee
