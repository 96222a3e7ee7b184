#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "referee/loop/run_some.h"
#include "referee/match/kept_bots.h"
#include "referee/match/launcher.h"
#include "referee/match/record_files.h"
#include "referee/match/running_attempts.h"
#include "referee/score/game_values.h"
#include "referee/score/item_games.h"
#include "referee/score/rubric.h"
#include "referee/score/score_report.h"

namespace referee::score {

/// The submission that is scored.
struct Submission {
  SeatSpec player;                 ///< how it is launched for each match
  std::vector<std::string> typed;  ///< its command for replays
  std::string sha256 = {};         ///< 64 hex digits: of what it plays with; "": unknown
};

/// A report of a rubric before the first match.
ScoreReport blank_report(const Rubric& rubric);
/// Finishes the report: gives this reason to every item that has not been played.
void leave_unplayed(ScoreReport& report, const std::string& why);

/// Plays the items of a rubric one after the other, the matches of an item at the same time, and fills in the
/// report. A match in which an opponent has a fault is void: it is played again.
class Scoring {
 public:
  struct Terms {
    int jobs = 1;                     ///< matches at the same time
    bool reveal = false;              ///< records of hidden items are written too
    MatchWorkers* workers = nullptr;  ///< who play the matches; nullptr: they are played here
    /// Matches that an earlier run has played, of the same programs and on the same terms, count by their
    /// records: these are named by name_by_content(). REQUIRES: `reveal`, and Submission::sha256.
    bool goes_on = false;
  };
  /// Called after each item; its number in the report, from 0.
  using OnItem = std::function<void(std::size_t item)>;

  Scoring(Tasks& tasks, Launcher& launcher, RecordFiles& files, const Rubric& rubric, Submission submission,
          ScoreReport& report, Terms terms, OnItem on_item);
  ~Scoring();
  Scoring(const Scoring&) = delete;
  Scoring& operator=(const Scoring&) = delete;

  /// Plays all items, or until stop(). Throws what ends the run early: a bot that cannot be started
  /// (LaunchError, or FailedStart of a worker), a full disk, a match that is void AttemptRunner::kAttempts
  /// times (std::runtime_error).
  Task<> play();
  /// Makes running matches void, and plays no more.
  void stop(const std::string& why);

 private:
  class Playing;
  /// One match of one item, to be played.
  struct Order {
    const RubricItem& item;
    const RubricGame& game;
    ScoredItem& report;
    std::size_t item_index;
    ItemGame place;

    bool shown(const Terms& terms) const { return terms.reveal || item.visibility == Visibility::visible; }
  };

  /// A match that was played.
  struct Played {
    GameValues values;
    ScoredGame game;
  };
  /// An item while it is played.
  struct ItemCourse {
    std::unique_ptr<ItemGames> games;
    std::vector<std::vector<SeatSpec>> line_ups;
    std::vector<std::vector<std::string>> programs;  ///< SHA-256 by line_ups; empty unless Terms::goes_on
    std::map<std::size_t, Played> played;            ///< by ItemGame::number

    /// The values of the matches that count so far.
    std::vector<GameValues> values() const;
  };

  Task<> play_item(std::size_t index);
  NextWork games_of(std::size_t item);
  Task<> play_game(Order order);
  Order order_of(std::size_t item, const ItemGame& place);
  std::size_t most_seats() const;
  std::vector<SeatSpec> by_seat(const Order& order) const;
  MatchJob job_of(const Order& order) const;
  void name_by_content(const Order& order, MatchJob& job) const;
  Task<bool> is_kept(const Order& order);
  void take(const Order& order, PlayedAttempt& played);
  void keep(const Order& order, PlayedAttempt& played);
  void count(const Order& order, const PlayedAttempt& played, ScoredGame game);
  void finish_item(std::size_t index, double seconds);
  void update_totals();
  std::optional<LeaderboardLine> line_of(const LeaderboardRule& rule) const;

  Tasks& tasks_;
  Launcher& launcher_;
  RecordFiles& files_;
  const Rubric& rubric_;
  Submission submission_;
  ScoreReport& report_;
  Terms terms_;
  OnItem on_item_;
  std::vector<ItemCourse> items_;
  RunningAttempts<Playing> playing_;
  KeptBots kept_;
  bool stopped_ = false;
};

}  // namespace referee::score
