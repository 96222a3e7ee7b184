#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/swiss/tournament.h"
#include "referee/swiss/trf/line.h"

// A report file record by record: what each line says, before it is compared with the others.
namespace referee::swiss {

/// What a report file is read for.
enum class TrfUse {
  pairing,   ///< nothing may be left out that would change the pairing
  standings  ///< of the players: teams and the system of pairing are of no account
};

}  // namespace referee::swiss

namespace referee::swiss::trf {

/// The highest id that four columns hold, and the last round that three do.
inline constexpr int kMaxId = 9999;
inline constexpr int kMaxRound = 999;

/// A player's entry of one round.
struct Cell {
  RoundEntry::Kind kind = RoundEntry::Kind::zero_bye;
  std::optional<int> opponent;   ///< an id
  std::optional<Colour> colour;  ///< of the player, in a game or a forfeited pairing
  bool given = false;            ///< the entry is not blank; a blank one says that the player was absent
  std::size_t column = 1;

  /// Whether the player was paired: with an opponent, or with the bye.
  bool paired() const;
};

/// 001
struct PlayerRecord {
  const Line* line = nullptr;
  int id = 1;
  std::string name;
  int rating = 0;
  std::optional<Tenths> points;
  std::optional<int> rank;
  std::vector<Cell> cells;
};

/// A value that several records may give, and the first line that does.
template <class Value>
struct Stated {
  Value value;
  const Line* line;
};

struct IdAt {
  int id = 1;
  Columns where;
};

/// 240, XXZ: byes of several players in a round.
struct ByeRecord {
  const Line* line = nullptr;
  std::optional<int> round;  ///< nothing: the round to be paired (XXZ)
  RoundEntry::Kind kind = RoundEntry::Kind::zero_bye;
  std::vector<IdAt> players;
};

/// 260, XXP: players who must not meet.
struct GroupRecord {
  const Line* line = nullptr;
  int first_round = 1;
  int last_round = kMaxRound;
  std::vector<IdAt> players;
};

/// 162: what is given; the rest is 1, 1/2, 0, and the bye's points are those of a win.
struct PointsRecord {
  std::optional<Tenths> win, draw, loss, absence, bye;
};

/// XXS, BBW and the like: what a result is worth, as older programs state it.
struct OldPoints {
  const Line* line = nullptr;
  Columns where;
  RoundEntry::Kind kind = RoundEntry::Kind::win;
  Tenths points = 0;
};

/// 250, XXA: virtual points.
struct AccelerationRecord {
  const Line* line = nullptr;
  Tenths points = 0;
  int first_round = 1;
  int last_round = kMaxRound;
  IdAt first;
  IdAt last;
};

struct Records {
  TrfUse use = TrfUse::pairing;
  bool teams = false;  ///< a record of teams has been left out
  std::string name;
  std::string start;                    ///< 042
  std::string tie_breaks;               ///< 202
  std::string standings_order;          ///< 212: the codes of 202, with PTS in the first place
  const Line* undated_dutch = nullptr;  ///< the 192 that names no edition
  std::vector<PlayerRecord> players;    ///< in the order of the file
  std::optional<Stated<int>> rounds;
  std::optional<Stated<Colour>> initial_colour;
  PointsRecord points;
  std::vector<OldPoints> old_points;
  const Line* by_rank = nullptr;  ///< the XXC that says "rank"
  std::vector<ByeRecord> byes;
  std::vector<GroupRecord> groups;
  std::vector<AccelerationRecord> ranges;   ///< 250
  std::vector<AccelerationRecord> singles;  ///< XXA, one for each round; without meaning beside `ranges`
  const Line* baku = nullptr;               ///< the 192 that says so; without meaning beside the two others
  std::vector<std::string> warnings;
};

/// Reads all records. Throws TrfError for a field that is not what its record needs, and for records that
/// would change the pairing, or the standings alone, in ways that are not supported. The lines must outlive
/// the result.
Records read_records(const std::vector<Line>& lines, TrfUse use);

/// The first day of a tournament (042) as "YYYY/MM/DD"; nothing if it is none. FIDE's order is year, month,
/// day; programs also write day, month, year, with any of / - . between them.
std::optional<std::string> day_of(std::string_view text);

/// Reads a 001 record.
PlayerRecord read_player(const Line& line);

/// Reads a number of points, such as 11.5, in tenths; nothing if the field is blank.
std::optional<Tenths> points_in(const Line& line, Columns columns, const std::string& what);

}  // namespace referee::swiss::trf
