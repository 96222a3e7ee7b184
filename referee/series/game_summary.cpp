#include "referee/series/game_summary.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "protocol/verdict.h"
#include "referee/record/moves_digest.h"
#include "referee/record/record_lines.h"

namespace referee {
namespace {

/// Reads the lines of a record one after the other into a summary.
class SummaryReader {
 public:
  SummaryReader(const PlannedGame& game, std::string_view record) : lines_(record) { summary_.game = game; }

  GameSummary read() {
    lines_.next();
    read_header(lines_.json());
    while (lines_.next()) {
      const Json& line = lines_.json();
      if (line.contains("answers")) {
        read_turn(line);
      } else {
        read_end(line);
      }
    }
    if (!ended_) {
      throw std::runtime_error("it has no result");
    }
    moves_.add_told(lines_.json());
    summary_.moves_sha256 = moves_.hex();
    return std::move(summary_);
  }

 private:
  using Json = nlohmann::json;

  void read_header(const Json& header) {
    const std::size_t seats = header.at("players").size();
    if (seats != summary_.game.seating.size()) {
      throw std::runtime_error("it has " + std::to_string(seats) + " seats");
    }
    summary_.seats.resize(seats);
    read_versions(header.value("versions", Json::array()));
    summary_.seed = header.at("seed").get<std::uint64_t>();
    given_ = header.value("given_turns", std::int64_t{0});
    moves_.add_players(header.at("players"));
  }

  void read_versions(const Json& versions) {
    for (std::size_t seat = 0; seat < std::min(versions.size(), summary_.seats.size()); ++seat) {
      summary_.seats[seat].content = versions[seat].is_null() ? "" : versions[seat].get<std::string>();
    }
  }

  void read_turn(const Json& line) {
    const auto turn = line.at("turn").get<std::int64_t>();
    summary_.turns = turn + 1;
    moves_.add_turn(line);
    if (turn < given_) {
      return;
    }
    for (const Json& answer : line.at("answers")) {
      const auto& verdict = answer.at("verdict").get_ref<const std::string&>();
      count(summary_.seats.at(answer.at("seat").get<std::size_t>()), turn, verdict, answer);
    }
  }

  static void count(GameSummary::Seat& seat, std::int64_t turn, const std::string& verdict,
                    const Json& answer) {
    const Microseconds spent(answer.at("spent_us").get<std::int64_t>());
    ++seat.turns;
    seat.used += spent;
    seat.worst = std::max(seat.worst, spent);
    const auto kind = protocol::verdict_of(verdict);
    if (!kind) {
      throw std::runtime_error("a verdict is '" + verdict + "'");
    }
    if (*kind != protocol::Verdict::ok) {
      add_fault(seat.faults, *kind, turn, answer.value("fault", ""));
    }
  }

  void read_end(const Json& line) {
    if (line.at("status") == "void") {
      throw std::runtime_error("its game does not count (it is void)");
    }
    const Json& result = line.at("result");
    for (std::size_t seat = 0; seat < summary_.seats.size(); ++seat) {
      summary_.seats[seat].score = result.at("scores").at(seat).get<double>();
      summary_.seats[seat].rank = result.at("rank").at(seat).get<int>();
    }
    summary_.turns = result.value("turns", summary_.turns);  // as a match program counts them
    ended_ = true;
  }

  RecordLines lines_;
  GameSummary summary_;
  MovesDigest moves_;
  std::int64_t given_ = 0;  // turns
  bool ended_ = false;
};

}  // namespace

std::int64_t GameSummary::Seat::fault_count() const {
  return std::accumulate(faults.begin(), faults.end(), std::int64_t{0},
                         [](std::int64_t sum, const FaultKind& kind) { return sum + kind.count; });
}

GameSummary summary_of(const PlannedGame& game, std::string_view record) {
  std::string why;
  try {
    return SummaryReader(game, record).read();
  } catch (const Difference& wrong) {
    why = wrong.text();
  } catch (const nlohmann::json::exception& wrong) {
    why = wrong.what();
  } catch (const std::out_of_range&) {
    why = "it names a seat that the match does not have";
  }
  throw std::runtime_error("not the record of a match: " + why);
}

}  // namespace referee
