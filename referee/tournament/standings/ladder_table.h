#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/statistics/rating.h"
#include "referee/tournament/standings/history.h"
#include "referee/tournament/standings/ladder_blocks.h"
#include "referee/tournament/standings/machine_kinds.h"

namespace referee {

/// What a ladder knows of its matches: sums by entrant, and how often the same players finished in the same
/// order. It does not keep single matches, so that a hundred thousand of them take no more memory than the
/// pairs of players that met, and standings take no longer.
///
/// A player is one version of an entrant's bot: LADDER.md has the rules. Times are seconds since 1970.
///
/// The players of a game of one seat have scores in blocks, and no ratings.
class LadderTable {
 public:
  /// With fewer matches of its present version a rating is provisional.
  static constexpr int kSettled = 20;
  /// So many different games of the same players, seats and ranks are told apart; then all count.
  static constexpr std::size_t kSeen = 8;
  /// The house bots, which are one player: its rating is 0.
  static constexpr std::size_t kHouse = 0;

  struct Player {
    std::optional<Entrant> entrant;  ///< nothing: the house bots
    int version = 0;                 ///< StoredVersion::number; 0: none that was handed in
    int matches = 0;                 ///< that count
    std::int64_t since = 0;          ///< of its first match, or when it was handed in
    std::optional<rating::Estimate> rating = {};
  };
  /// What value() was earlier.
  struct Point {
    std::int64_t at = 0;
    double value = 0;
  };
  /// What an entrant has done with all its versions.
  struct Sums {
    int matches = 0;  ///< that count
    int missed = 0;   ///< of them, to which it did not come
    /// How often it was the only first of two and more; in a game of one seat, the instances of closed blocks
    /// on which nobody else scored as much.
    int wins = 0;
    GameTally tally;
    std::optional<std::size_t> player;  ///< that plays now; nothing before the first match
    std::vector<Point> points;          ///< oldest first
  };
  /// The matches of two players that count as different games.
  struct Score {
    int wins = 0;
    int draws = 0;
    int losses = 0;
  };

  /// `seats`: of the game, from 1.
  explicit LadderTable(std::size_t seats) : seats_(seats) {}

  /// A match is called: the next one gets a greater number, and those before it have been called as well.
  /// REQUIRES: number >= next().
  void begin(int number);
  /// Match `number` is over without a result that counts.
  void drop(int number) { open_.erase(number); }
  /// Match `number` is over. A game that went move for move as an earlier one of the same players on the same
  /// seats counts as played, but not for ratings. REQUIRES: as many scores as `result.entrants`, at most
  /// seats().
  void add(int number, const LadderGame& result, std::int64_t at);
  /// Takes out a match that add() was told.
  void remove(int number, const LadderGame& result);
  /// From now on the entrant plays that version. A new one is a new player, tied to its predecessor by two
  /// games won and two lost, so that it starts from the predecessor's rating with a wider interval.
  void play_version(Entrant entrant, int version, std::int64_t at);
  /// Renews all ratings, or the points of mean scores.
  void estimate(std::int64_t now);
  /// The open block closes, if there is one, and the next one begins. REQUIRES: a game of one seat, and
  /// next > blocks().open().
  void next_block(std::int64_t at, int next);

  std::size_t seats() const { return seats_; }
  int next() const { return next_; }  ///< the number of the next match, from 1
  /// Whether that match has been told to add(): else a reader that finds it over adds it.
  bool includes(int number) const { return number < next_ && !open_.contains(number); }
  const std::set<int>& open() const { return open_; }    ///< begun, and neither over nor dropped
  int matches() const { return matches_; }               ///< that count
  int repeated() const { return repeated_; }             ///< that count and repeat an earlier one's moves
  std::int64_t estimated() const { return estimated_; }  ///< when; 0: never
  const std::vector<Player>& players() const { return players_; }
  const std::vector<Sums>& sums() const { return sums_; }  ///< by entrant; those behind it have none
  const std::optional<rating::Estimate>& first_seat() const { return first_seat_; }
  bool converged() const { return converged_; }  ///< the ratings are: see rating::Ratings
  const LadderBlocks& blocks() const { return blocks_; }
  const MachineCount& machines() const { return machines_; }  ///< of the matches that count

  /// The player that the entrant is now; nullptr before its first match.
  const Player* present(Entrant entrant) const;
  /// What ranks it: the rating of its present player in Elo, or the mean score of scored_player() in closed
  /// blocks. Nothing: it has none yet.
  std::optional<double> value(Entrant entrant) const;
  /// In a game of one seat: the version whose score ranks the entrant, which is the present one, or as long
  /// as that has none, the newest one before it that has. Nothing: none has.
  std::optional<std::size_t> scored_player(Entrant entrant) const;
  /// How its value has changed in a day; nothing if it had none a day before the latest estimate.
  std::optional<double> trend(Entrant entrant) const;
  /// The scores of each player against each other one that it met: the first against the second.
  std::map<std::pair<std::size_t, std::size_t>, Score> scores() const;

  /// The table as a store keeps it: compact JSON, some 20 bytes for each kind of result.
  std::string json() const;
  /// Reads what json() has made. Throws fields::Exception for another text.
  static LadderTable read(std::string_view text);

 private:
  /// Games of the same players, by seat, that ended in the same order.
  struct Group {
    int times = 0;                         // different games
    int repeats = 0;                       // games that repeated one of them
    std::vector<std::uint32_t> seen = {};  // the digests of at most kSeen of them
  };
  class Reader;
  using Key = std::vector<std::uint32_t>;  // the players who came, by seat, then their ranks

  std::optional<Key> key_of(const LadderGame& result) const;
  std::size_t player_of(Entrant entrant, int version, std::int64_t at);
  Sums& sums_of(Entrant entrant);
  void count(const LadderGame& result, int by);
  void estimate_ratings();
  void note_points(std::int64_t now);
  std::vector<rating::RankedGame> ranked_games() const;

  std::size_t seats_;
  int next_ = 1;
  std::set<int> open_;
  int matches_ = 0;
  int repeated_ = 0;
  std::int64_t estimated_ = 0;
  std::vector<Player> players_{Player{}};  // the house bots first
  std::map<std::pair<Entrant, int>, std::size_t> player_of_version_;
  std::vector<Sums> sums_;
  std::map<Key, Group> groups_;
  std::optional<rating::Estimate> first_seat_;
  bool converged_ = true;
  LadderBlocks blocks_;
  MachineCount machines_;
};

}  // namespace referee
