#pragma once

#include <array>
#include <atomic>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/base/shown_result.h"
#include "referee/base/units.h"

namespace referee {

class LadderTable;

/// An entrant's place in the roster from 0; its pairing number is one more.
using Entrant = std::size_t;

/// One table of one round: the entrants that meet, or in a field one entrant with its instance.
struct Encounter {
  enum class Kind {
    play,      ///< its games are played
    bye,       ///< one entrant, no opponent, given by the pairing: one point
    forfeit,   ///< no games, because of a withdrawal: `winner`, if any, gets the point
    half_bye,  ///< one entrant that asked to be left out of this round: half a point
    zero_bye   ///< one entrant that asked to be left out of this round: no point
  };
  /// What files call them, in the order of Kind.
  static constexpr std::array<std::string_view, 5> kKinds{"play", "bye", "forfeit", "half_bye", "zero_bye"};
  /// Whether such an encounter has one entrant only, without an opponent.
  static constexpr bool alone(Kind kind) {
    return kind == Kind::bye || kind == Kind::half_bye || kind == Kind::zero_bye;
  }
  int round = 1;  ///< from 1
  int table = 1;  ///< from 1, within the round
  Kind kind = Kind::play;
  /// In the order of the seats of game 1. Fewer than the game's seats: house bots sit on the others.
  std::vector<Entrant> entrants;
  /// forfeit: position in `entrants` of the one that did not withdraw; nothing if both did.
  std::optional<std::size_t> winner = {};
  /// field: what its only entrant plays, a number of the config's instances from 1.
  std::optional<int> instance = {};
  /// The stage to which it belongs in a format of several stages, 0..kMaxStage. It is decided by the rules of
  /// that stage. Stage 0 is ranked by points; later ones are ranked in other ways.
  int stage = 0;
  static constexpr int kMaxStage = 15;

  bool operator==(const Encounter&) const = default;
};

/// What an entrant did in one game.
struct GameTally {
  std::array<std::int64_t, 10> by_verdict{};  ///< turns, indexed by protocol::Verdict
  std::int64_t turns = 0;
  Microseconds used{0};   ///< charged in all
  Microseconds worst{0};  ///< the most charged for one turn

  GameTally& operator+=(const GameTally& other);
};

/// The machine on which a match was played.
struct PlayingMachine {
  std::string cpu;              ///< its model; "": the system does not tell
  std::string sandbox;          ///< SandboxLevel of the worker; "": the serving referee has played the match
  Microseconds calibration{0};  ///< what the worker states; 0: nothing

  bool operator==(const PlayingMachine&) const = default;
};

/// An instance of a block of a ladder; both count from 1.
struct BlockInstance {
  int block = 1;
  int number = 1;

  auto operator<=>(const BlockInstance&) const = default;
};

/// A finished game of an encounter, as far as the tournament needs it: one match, or where entrants play
/// apart one of each. Vectors are by position in Encounter::entrants; house bots are left out.
struct GameResult {
  int game_no = 1;              ///< from 1
  bool struck = false;          ///< by the arbiter: it counts for no entrant, and is not played again
  std::vector<double> scores;   ///< the game's own, more is better
  DecidingCount deciding = {};  ///< for people; nothing in a store from before this was kept
  std::vector<bool> no_show;    ///< whether the entrant was absent
  std::vector<GameTally> tallies;
  std::string ended = {};  ///< UTC, of the last of its matches; "" in a store from before this was kept
  /// Which version of its bot each entrant played, StoredVersion::number; 0: one that was not handed in.
  /// Empty: all are 0.
  std::vector<int> versions = {};
  /// Why the absent ones have not come, for people; "" for one that came, or of which nothing is known.
  /// Empty: all are "".
  std::vector<std::string> why_absent = {};
  std::string why_absent_at(std::size_t position) const {
    return why_absent.empty() ? "" : why_absent[position];
  }
  /// In a tournament with workers: where its matches were played. Empty in all others.
  std::vector<PlayingMachine> machines = {};
};

/// A finished match of a ladder, which is in no encounter. Vectors are by position in `entrants`.
struct LadderGame : GameResult {
  std::vector<Entrant> entrants = {};  ///< in the order of the seats, without house bots
  std::optional<double> house = {};    ///< the best score of the house bots, if any played
  bool house_first = false;            ///< the first seat was that of a house bot
  /// SHA-256 in hex of the moves and verdicts; games of the same players in the same seats with equal ones
  /// are the same game. "": not known.
  std::string moves = {};
  std::optional<BlockInstance> instance = {};  ///< which one was played, in a game of one seat with blocks
};

/// An encounter with the games that are finished, in the order of game_no; none twice.
struct PlayedEncounter {
  Encounter encounter;
  std::vector<GameResult> games;
};

/// The encounters of a round, in the order of tables. A copy shares them until one of the two is edited: what
/// is told of a long tournament is made of many copies of its history.
class PlayedRound {
 public:
  using value_type = PlayedEncounter;
  using const_iterator = std::vector<PlayedEncounter>::const_iterator;

  PlayedRound() = default;
  PlayedRound(std::initializer_list<PlayedEncounter> encounters);
  PlayedRound(const PlayedRound& other) { *this = other; }
  PlayedRound& operator=(const PlayedRound& other);
  PlayedRound(PlayedRound&& other) noexcept { *this = std::move(other); }
  PlayedRound& operator=(PlayedRound&& other) noexcept;
  ~PlayedRound() = default;

  const_iterator begin() const { return all().begin(); }
  const_iterator end() const { return all().end(); }
  std::size_t size() const { return all().size(); }
  bool empty() const { return all().empty(); }
  const PlayedEncounter& operator[](std::size_t index) const { return all()[index]; }
  const PlayedEncounter& at(std::size_t index) const { return all().at(index); }
  const PlayedEncounter& front() const { return all().front(); }
  const PlayedEncounter& back() const { return all().back(); }

  /// The encounters, to be changed. What was referred to before in this round is invalid then.
  std::vector<PlayedEncounter>& edit();
  void push_back(PlayedEncounter encounter) { edit().push_back(std::move(encounter)); }

 private:
  const std::vector<PlayedEncounter>& all() const;

  std::shared_ptr<std::vector<PlayedEncounter>> encounters_;  // nullptr: none
  mutable std::atomic<bool> shared_ = false;                  // another round has, or had, the same ones
};

/// All that pairings and standings depend on.
struct History {
  struct EntrantInfo {
    std::string name;
    std::string display;     ///< free text; the name if the entrant has none
    bool withdrawn = false;  ///< now
    bool staff = false;      ///< it plays and has no place: take_staff_places()
    /// Swiss: the rounds, from 1, that it asks to be left out of, each with half_bye or zero_bye. For rounds
    /// that have been paired, the encounters show whether it got the bye.
    std::map<int, Encounter::Kind> byes = {};
    std::string joined = {};  ///< UTC
  };
  using Round = PlayedRound;
  std::vector<EntrantInfo> entrants;  ///< by Entrant
  std::vector<Round> rounds;          ///< round r is rounds[r - 1]
  /// Pairs that must not meet in a Swiss, each once, the smaller number first.
  std::vector<std::pair<Entrant, Entrant>> forbidden = {};
  /// All that the matches of a ladder, which has no rounds, have said; nullptr: it is no ladder.
  std::shared_ptr<const LadderTable> ladder = {};
};

/// Where a match stands in its tournament; all count from 1. "r1t3g2" is match 2 of table 3 in round 1: its
/// second game, or where entrants play apart the first game of the second entrant.
struct MatchPlace {
  int round = 1;
  int table = 1;
  int game_no = 1;  ///< of the match, within its encounter

  auto operator<=>(const MatchPlace&) const = default;
  std::string id() const;
  /// Reads a name such as "r1t3g2"; nothing if `id` is none.
  static std::optional<MatchPlace> parse(const std::string& id);
};

/// Tournament points, exact. A table of k seats gives shares of 1/(k-1), whose sums would not compare equal
/// as floating point numbers; so points are counted in a unit that all shares of up to kMaxTable seats
/// divide.
class Points {
 public:
  static constexpr std::size_t kMaxTable = 17;        ///< seats at a table
  static constexpr std::int64_t kUnit = 2 * 720'720;  ///< of one point; 720720 is divisible by 1..16

  constexpr Points() = default;
  /// `halves` half points, shared among `parts` (1..16): halves / 2 / parts points.
  static constexpr Points halves(std::int64_t halves, std::int64_t parts = 1) {
    return Points(halves * (kUnit / 2 / parts));
  }
  static constexpr Points whole(std::int64_t points) { return Points(points * kUnit); }
  static constexpr Points of_units(std::int64_t units) { return Points(units); }

  constexpr std::int64_t units() const { return units_; }
  constexpr double value() const { return static_cast<double>(units_) / static_cast<double>(kUnit); }
  /// For people: at most two decimals, none that say nothing: "2", "2.5", "1.67".
  std::string text() const;

  constexpr Points& operator+=(Points other) {
    units_ += other.units_;
    return *this;
  }
  friend constexpr Points operator+(Points a, Points b) { return a += b; }
  friend constexpr Points operator-(Points a, Points b) { return Points(a.units_ - b.units_); }
  friend constexpr auto operator<=>(Points, Points) = default;

 private:
  constexpr explicit Points(std::int64_t units) : units_(units) {}
  std::int64_t units_ = 0;
};

/// 128 bits, for sums that 64 bits may not hold.
__extension__ using WideInt = __int128;

/// How encounters and results stand in a store: JSON text, compact, one line. Text that cannot be read throws
/// fields::Exception: only the referee writes a store, so the store is damaged. What is read is consistent in
/// itself: as many entrants as its kind of encounter has, none twice, `winner` one of them; a game's lists
/// equally long. Whether entrants exist, and whether a game has as many scores as its encounter entrants, is
/// for the caller to check.
std::string encounters_json(const std::vector<Encounter>& encounters);
std::vector<Encounter> read_encounters(std::string_view json);
std::string game_result_json(const GameResult& result);
std::string game_result_json(const LadderGame& game);
/// What all tournaments have of a game, also of one of a ladder.
GameResult read_game_result(std::string_view json);
/// `entrants` is empty for a game that is none of a ladder.
LadderGame read_ladder_game(std::string_view json);

}  // namespace referee
