#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "referee/prepare/build_run.h"
#include "referee/record/fault_kinds.h"

namespace referee::score {

/// What a student is shown of an item.
enum class Visibility : std::uint8_t {
  visible,         ///< everything
  hidden,          ///< points and the kind of fault only
  after_published  ///< everything once the grades are published, until then like hidden
};

/// "visible", "hidden", "after_published": as rubrics and reports have it.
inline const char* name_of(Visibility visibility) {
  switch (visibility) {
    case Visibility::visible:
      return "visible";
    case Visibility::hidden:
      return "hidden";
    case Visibility::after_published:
      return "after_published";
  }
  return "";
}

/// The first answer of a submission in a match that was not ok.
struct FirstFault {
  std::string verdict;    ///< its name in records: "illegal"
  std::int64_t turn = 0;  ///< from 0
  std::string message;    ///< what the bot was told
  std::string view;       ///< the view that it had been sent, compact JSON; empty if there was no turn
  std::string answer;     ///< its answer, as the record keeps it; empty if there was none
};

/// One match of an item.
struct ScoredGame {
  std::string id;                      ///< "2.5": item and match, both from 1
  std::string instance;                ///< for people: "spiral", "seed 7"
  int seat = 0;                        ///< of the submission, from 0
  std::vector<std::string> opponents;  ///< by seat, without the submission's
  std::vector<double> scores;          ///< by seat; empty: not played
  int rank = 0;                        ///< of the submission, from 1; shared ranks are the best place
  std::string result;                  ///< in one line, for people: "first, 88 : 54 : 31 : 12"
  std::int64_t faults = 0;             ///< answers that were not ok
  std::optional<FirstFault> fault;
  std::vector<FaultKind> fault_kinds;  ///< each kind of verdict that was not ok
  std::string how_bot_ended;  ///< "exit status 1: last line of stderr"; empty if there is nothing to say
  std::string stderr_tail;    ///< the end of the submission's standard error
  bool stderr_cut = false;    ///< stderr_tail lacks the beginning
  std::string stderr_file;    ///< path of the file that has all of it; empty if none was written
  std::string record;         ///< path of the record; empty if none was written
  std::string replay;         ///< the command that plays this match again
  double seconds = 0;
  bool was_kept = false;  ///< an earlier run has played it
};

/// The band of an item with marks.
struct ScoredMark {
  /// What was seen against an opponent.
  struct Against {
    std::string opponent;  ///< its command; empty in a game of one seat
    double mean = 0;       ///< share of the points, from 0 to 1; in a game of one seat score
    double low = 0;        ///< all intervals hold together with a probability of at least 1 - 2 errors
    double high = 0;
    std::int64_t games = 0;  ///< that count
    std::string asked;       ///< "A from 0.5, B from 0.3"
  };

  std::string mark;
  std::vector<std::string> possible;  ///< marks, the best first: one if it is decided
  std::vector<Against> against;       ///< who were played
  std::string promise;                ///< in a sentence: how sure the mark is

  bool is_undecided() const { return possible.size() > 1; }
};

/// How far an item has been played, and how well.
enum class ItemStatus {
  not_played,  ///< nothing of it counts: the deadline passed, the build failed, or it has not begun
  full,        ///< all its points
  partial,     ///< some of them
  none         ///< played, without points
};

/// One item of the rubric with its points.
struct ScoredItem {
  std::string number;  ///< "1"
  std::string name;
  Visibility visibility = Visibility::visible;
  double points = 0;
  double max_points = 0;
  ItemStatus status = ItemStatus::not_played;
  std::string why_not;             ///< not_played: in words
  std::string measured;            ///< "mean pairwise result 0.43, asked: at least 0.4"
  std::optional<ScoredMark> mark;  ///< of an item with marks that was played
  std::vector<ScoredGame> games;
  double seconds = 0;
  bool withheld = false;  ///< for_student has removed all that a student must not see
};

/// A line of a leaderboard.
struct LeaderboardLine {
  std::string name;
  double value = 0;
  bool more_is_better = true;
};

/// The result of scoring one submission so far: complete after every item; items not played yet are marked.
struct ScoreReport {
  std::string rubric;  ///< its name
  std::string game;
  std::string submission;             ///< its name in games
  std::string command;                ///< what starts it, as one command line
  std::optional<std::uint64_t> seed;  ///< of the rubric; nothing: withheld
  std::string sandbox;                ///< the level reached: none, basic, bwrap, full
  std::string started;                ///< UTC: "2026-11-20T08:00:00.000Z"
  double seconds = 0;
  std::optional<prepare::BuildReport> build;
  std::vector<ScoredItem> items;
  double points = 0;
  double max_points = 0;
  double threshold = 0;   ///< points that are enough
  bool finished = false;  ///< false: still running, or stopped by the deadline
  std::vector<LeaderboardLine> leaderboard;

  bool met() const { return points >= threshold; }
};

/// `item` as a student may see it. An item that is not visible keeps its number, name, points, status and
/// mark, and the kind of the first fault of each match with one. An item that is shown later
/// (after_published) stays whole if `publishes_later`, for a grader that withholds it by itself.
ScoredItem for_student(const ScoredItem& item, bool publishes_later);
/// `report` as a student may see it: for_student() of each item. Removes the seed if anything is withheld,
/// because hidden deals can be derived from it.
ScoreReport for_student(const ScoreReport& report, bool publishes_later);

}  // namespace referee::score
