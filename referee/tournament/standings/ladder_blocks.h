#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "protocol/require.h"
#include "referee/tournament/standings/history.h"

namespace referee {

/// The blocks of a ladder of a game of one seat. In a block all entrants play the same instances, each once;
/// what they scored counts when the block has closed. Players are those of LadderTable: a version of an
/// entrant's bot each.
class LadderBlocks {
 public:
  /// So many newest closed blocks are known one by one; of older ones only the sums.
  static constexpr std::size_t kShown = 60;

  /// Sums of scores.
  struct Scores {
    int matches = 0;
    double sum = 0;
    double squares = 0;  ///< the sum of the squares

    void add(double score, int by = 1);  ///< `by`: -1 takes it out
    Scores& operator+=(const Scores& other);
    double mean() const { return sum / matches; }  ///< REQUIRES: matches > 0
    /// Half of the 95% interval of the mean, by the normal distribution; nothing below two scores.
    std::optional<double> margin() const;
  };
  /// A match of the open block that is over.
  struct Match {
    std::size_t player = 0;
    int instance = 1;             ///< from 1
    std::optional<double> score;  ///< nothing: the arbiter has taken it out
  };
  struct Closed {
    int number = 1;
    std::int64_t at = 0;                        ///< when it closed, in seconds since 1970
    std::map<std::size_t, Scores> scores = {};  ///< by player; those who did not play have none
  };

  int open() const { return open_; }  ///< the number of the open block, from 1; 0: none
  /// The next block begins. REQUIRES: the one before is closed, and number > open().
  void begin(int number) {
    REQUIRE(open_ < number);
    open_ = number;
  }
  /// Ends the open block: its scores count from now on. A block without a match leaves nothing behind.
  void close(std::int64_t at);

  /// A match of the open block is over. `number`: of the match.
  void add(int number, const Match& match) { matches_.insert_or_assign(number, match); }
  /// A match that is in no block is over: it counts at once.
  void add_closed(std::size_t player, double score) { totals_[player].add(score); }
  /// Takes out what a match has scored, which stays played. `block`: in which it was.
  void remove(int number, int block, std::size_t player, double score);

  /// For each instance of the open block that one player alone was best on: that player.
  std::vector<std::size_t> alone_best() const;

  const std::map<int, Match>& matches() const { return matches_; }  ///< of the open block, by number
  const std::deque<Closed>& closed() const { return closed_; }      ///< at most kShown, oldest first
  /// The scores of a player in all closed blocks; nothing: it has no match in them.
  std::optional<Scores> of(std::size_t player) const;
  /// The scores of a player in the newest closed block; nothing: it has no match in it.
  std::optional<Scores> newest_of(std::size_t player) const;

 private:
  friend class LadderTable;  // writes and reads them as text

  int open_ = 0;
  std::map<int, Match> matches_;
  std::deque<Closed> closed_;
  std::map<std::size_t, Scores> totals_;  // by player
};

}  // namespace referee
