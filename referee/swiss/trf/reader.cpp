#include "referee/swiss/trf/reader.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "referee/swiss/trf/line.h"
#include "referee/swiss/trf/records.h"

namespace referee::swiss::trf {
namespace {

using Kind = RoundEntry::Kind;

std::string points_text(Tenths points) {
  return std::to_string(points / 10) + "." + std::to_string(points % 10);
}

class Assembly {
 public:
  explicit Assembly(Records& records) : records_(records) {}

  Tournament assembled() {
    sort_players();
    check_pairs(records_.players);
    tournament_.name = records_.name;
    tournament_.points = points();
    check_old_points();
    tournament_.played = played();
    warn_of_rounds_without_games();
    if (records_.rounds) {
      tournament_.rounds = records_.rounds->value;
    }
    if (records_.initial_colour) {
      tournament_.initial_colour = records_.initial_colour->value;
    }
    for (const PlayerRecord& player : records_.players) {
      add(player);
    }
    add_byes();
    add_groups();
    add_virtual_points();
    warn_of_ranks();
    warn_of_edition();
    return std::move(tournament_);
  }

 private:
  /// By id. The ids must be all from 1 on.
  void sort_players() {
    std::vector<PlayerRecord>& players = records_.players;
    std::stable_sort(players.begin(), players.end(),
                     [](const auto& a, const auto& b) { return a.id < b.id; });
    for (std::size_t i = 0; i < players.size(); ++i) {
      const int wanted = static_cast<int>(i) + 1;
      if (players[i].id < wanted) {
        players[i].line->fail(
            {5, 8}, "id",
            "each id once, and line " + std::to_string(players[i - 1].line->number()) + " has it already");
      }
      if (players[i].id > wanted) {
        players[i].line->fail(
            {5, 8}, "id",
            "all ids from 1 to the number of players, and there is no " + std::to_string(wanted));
      }
    }
  }

  PointSystem points() const {
    const PointsRecord& given = records_.points;
    PointSystem points;
    points.win = given.win.value_or(points.win);
    points.draw = given.draw.value_or(points.draw);
    points.loss = given.loss.value_or(points.loss);
    points.absence = given.absence.value_or(points.absence);
    points.bye = given.bye.value_or(points.win);
    return points;
  }

  /// XXS, BBW and the like say again what 162 says; other points belong there.
  void check_old_points() const {
    for (const OldPoints& old : records_.old_points) {
      if (const Tenths worth = tournament_.points.of(old.kind); old.points != worth) {
        old.line->fail(
            old.where, old.line->code(),
            points_text(worth) +
                ", which the result is worth by 162 or without one: state other points in a 162 record");
      }
    }
  }

  std::size_t played() const {
    std::size_t played = 0;
    for (const PlayerRecord& player : records_.players) {
      for (std::size_t round = played; round < player.cells.size(); ++round) {
        played = player.cells[round].paired() ? round + 1 : played;
      }
    }
    return played;
  }

  /// Programs enter the bye of the round to come before that is paired: such a round is told.
  void warn_of_rounds_without_games() const {
    for (std::size_t round = 0; round < tournament_.played; ++round) {
      const PlayerRecord* alone = nullptr;
      const bool games = std::ranges::any_of(records_.players, [&](const PlayerRecord& player) {
        const bool has = round < player.cells.size();
        alone = has && player.cells[round].paired() ? &player : alone;
        return has && player.cells[round].opponent;
      });
      if (!games && alone != nullptr) {
        const std::string number = std::to_string(round + 1);
        records_.warnings.push_back(alone->line->warning(
            "round " + number + " has no game, only the bye of player " + std::to_string(alone->id) +
            ", and is taken for played: to pair round " + number + ", take the bye out"));
      }
    }
  }

  void add(const PlayerRecord& record) {
    Player player;
    player.name = record.name;
    player.rating = record.rating;
    player.rounds.resize(tournament_.played);
    const PlayerIndex index = tournament_.players.size();
    Tenths asked_for = 0;
    for (std::size_t round = 0; round < record.cells.size(); ++round) {
      const Cell& cell = record.cells[round];
      const bool absent = !cell.opponent && cell.kind == Kind::zero_bye;
      if (absent && records_.rounds && std::cmp_greater_equal(round, records_.rounds->value)) {
        continue;  // programs leave a column behind the last round
      }
      if (cell.given) {
        expect_round(*record.line, {cell.column, cell.column + 7}, static_cast<int>(round) + 1);
      }
      if (round < tournament_.played) {
        player.rounds[round] = entry(cell);
      } else if (cell.given) {
        tournament_.byes.push_back({index, static_cast<int>(round) + 1, cell.kind});
        asked_for += tournament_.points.of(cell.kind);
      }
    }
    check_points(record, player, asked_for);
    tournament_.players.push_back(std::move(player));
  }

  static RoundEntry entry(const Cell& cell) {
    RoundEntry entry{.kind = cell.kind, .opponent = std::nullopt, .colour = cell.colour};
    if (cell.opponent) {
      entry.opponent = static_cast<PlayerIndex>(*cell.opponent - 1);
    }
    return entry;
  }

  /// Programs write the points with or without those of byes in rounds to come.
  void check_points(const PlayerRecord& record, const Player& player, Tenths asked_for) const {
    const Tenths sum = player.score(tournament_.points, tournament_.played);
    if (record.points && *record.points != sum && *record.points != sum + asked_for) {
      const PointSystem& worth = tournament_.points;
      record.line->fail({81, 84}, "points of player " + std::to_string(record.id),
                        points_text(sum) + ", the sum of the results, where a win is worth " +
                            points_text(worth.win) + ", a draw " + points_text(worth.draw) + ", a loss " +
                            points_text(worth.loss) + ", the bye " + points_text(worth.bye) + ", absence " +
                            points_text(worth.absence) + " (162)");
    }
  }

  void expect_round(const Line& line, Columns where, int round) const {
    if (records_.rounds && round > records_.rounds->value) {
      line.fail(where, "round " + std::to_string(round),
                "at most the " + std::to_string(records_.rounds->value) + " rounds of line " +
                    std::to_string(records_.rounds->line->number()));
    }
  }

  PlayerIndex index_of(const Line& line, const IdAt& id) const {
    if (static_cast<std::size_t>(id.id) > tournament_.players.size()) {
      line.fail(id.where, "id", "at most " + std::to_string(tournament_.players.size()));
    }
    return static_cast<PlayerIndex>(id.id - 1);
  }

  void add_byes() {
    for (const ByeRecord& record : records_.byes) {
      const int round = record.round.value_or(static_cast<int>(tournament_.played) + 1);
      if (record.round) {
        expect_round(*record.line, {7, 9}, round);
      } else if (records_.rounds && round > records_.rounds->value) {
        continue;  // absent from a round after the last one
      }
      for (const IdAt& id : record.players) {
        add_bye({index_of(*record.line, id), round, record.kind}, record, id);
      }
    }
    std::sort(tournament_.byes.begin(), tournament_.byes.end(), [](const auto& a, const auto& b) {
      return a.round != b.round ? a.round < b.round : a.player < b.player;
    });
  }

  void add_bye(const RequestedBye& bye, const ByeRecord& record, const IdAt& id) {
    if (static_cast<std::size_t>(bye.round) <= tournament_.played) {
      const RoundEntry& entry = tournament_.players[bye.player].in(static_cast<std::size_t>(bye.round) - 1);
      if (entry.opponent || entry.kind != bye.kind) {
        disagree(bye, record, id);
      }
      return;
    }
    const auto known = std::find_if(tournament_.byes.begin(), tournament_.byes.end(), [&](const auto& other) {
      return other.player == bye.player && other.round == bye.round;
    });
    if (known == tournament_.byes.end()) {
      tournament_.byes.push_back(bye);
    } else if (record.round &&
               known->kind != bye.kind) {  // XXZ says that the player is absent, but not for how many points
      disagree(bye, record, id);
    }
  }

  [[noreturn]] void disagree(const RequestedBye& bye, const ByeRecord& record, const IdAt& id) const {
    record.line->fail(id.where, "bye in round " + std::to_string(bye.round),
                      "a player of whom no other record says something else about that round");
  }

  void add_groups() {
    for (const GroupRecord& record : records_.groups) {
      ForbiddenGroup group;
      group.first_round = record.first_round;
      // A prohibition up to the last round has no end: 260 and XXP may both write it.
      const bool to_the_end = records_.rounds && record.last_round >= records_.rounds->value;
      group.last_round = to_the_end ? kMaxRound : record.last_round;
      for (const IdAt& id : record.players) {
        group.players.push_back(index_of(*record.line, id));
        if (std::count(group.players.begin(), group.players.end(), group.players.back()) > 1) {
          record.line->fail(id.where, "forbidden pair", "each id once");
        }
      }
      std::sort(group.players.begin(), group.players.end());
      if (!is_known(group)) {
        tournament_.forbidden.push_back(std::move(group));
      }
    }
  }

  /// TRF26: 250 stands above what 192 says of acceleration.
  void add_virtual_points() {
    const bool by_ranges = !records_.ranges.empty();
    for (const AccelerationRecord& record : by_ranges ? records_.ranges : records_.singles) {
      tournament_.virtual_points.push_back({record.points, record.first_round, record.last_round,
                                            index_of(*record.line, record.first),
                                            index_of(*record.line, record.last)});
    }
    if (records_.baku == nullptr || by_ranges || !records_.singles.empty()) {
      return;
    }
    const Columns where{5, records_.baku->length()};
    if (!records_.rounds) {
      records_.baku->fail(where, "acceleration",
                          "the number of rounds in a 142 or XXR record, which tells the accelerated ones");
    }
    const PointSystem& points = tournament_.points;
    if (points.win != 2 * points.draw || points.loss != 0) {  // C.04.7, 1.1
      records_.baku->fail(where, "acceleration",
                          "a win worth two draws and a loss worth nothing (162), or 250 records");
    }
    tournament_.virtual_points =
        baku_acceleration(tournament_.players.size(), records_.rounds->value, points);
  }

  bool is_known(const ForbiddenGroup& group) const {
    return std::any_of(tournament_.forbidden.begin(), tournament_.forbidden.end(), [&](const auto& other) {
      return other.players == group.players && other.first_round == group.first_round &&
             other.last_round == group.last_round;
    });
  }

  /// Some programs pair by the rank field when XXC says so. Here the id is the pairing number.
  void warn_of_ranks() const {
    const bool differ = std::any_of(records_.players.begin(), records_.players.end(), [](const auto& player) {
      return player.rank.value_or(player.id) != player.id;
    });
    if (records_.by_rank != nullptr && differ) {
      records_.warnings.push_back(records_.by_rank->warning(
          "XXC rank: the ids are taken for pairing numbers, not the ranks, which differ"));
    }
  }

  /// FIDE's table of tournament types (ETT26): FIDE_DUTCH is the edition that was in force on the first day.
  /// The one of 2017 was until 30 June 2025.
  void warn_of_edition() const {
    constexpr std::string_view kNextEdition = "2025/07/01";
    const std::optional<std::string> day = day_of(records_.start);
    if (records_.undated_dutch != nullptr && day && *day < kNextEdition) {
      records_.warnings.push_back(records_.undated_dutch->warning(
          "FIDE_DUTCH of a tournament that began on " + *day +
          " is the edition of 2017; rounds are paired and checked by that of 2026"));
    }
  }

  Records& records_;
  Tournament tournament_;
};

}  // namespace

Tournament assembled(Records& records) { return Assembly(records).assembled(); }

}  // namespace referee::swiss::trf

namespace referee::swiss {

TrfReport read_trf(std::string_view text, const std::string& file, TrfUse use) {
  const std::vector<trf::Line> lines = trf::lines_of(text, file);
  trf::Records records = trf::read_records(lines, use);
  if (records.players.empty()) {
    throw TrfError(file, 1, 1, "got no player, expected 001 records");
  }
  TrfReport report;
  report.tournament = trf::assembled(records);
  report.start = records.start;
  report.day = trf::day_of(records.start);
  report.tie_breaks = records.tie_breaks.empty() ? records.standings_order : records.tie_breaks;
  report.warnings = std::move(records.warnings);
  return report;
}

bool is_trf(std::string_view text) {
  return std::ranges::any_of(trf::lines_of(text, {}), [](const trf::Line& line) {
    return line.text({1, 4}) == "001";
  });
}

}  // namespace referee::swiss
