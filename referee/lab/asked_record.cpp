#include "referee/lab/asked_record.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "engines/registry.h"
#include "protocol/fields.h"
#include "referee/record/replay.h"

namespace referee {
namespace {

using nlohmann::json;

[[noreturn]] void refuse_record(const std::string& file, const std::string& why) {
  throw std::invalid_argument(file + ": " + why);
}

/// The text at `key` of the header.
std::string header_text(const std::string& file, const json& header, const char* key) {
  const auto value = header.find(key);
  if (value == header.end() || !value->is_string()) {
    refuse_record(file, "line 1, " + std::string(key) + ": got " +
                            (value == header.end() ? "nothing" : fields::brief(*value)) +
                            ", expected a string");
  }
  return value->get<std::string>();
}

/// By which the answers of a seat were charged. Headers of all versions say it.
Measure measure_in(const std::string& file, const json& header, engines::Seat seat) {
  const auto by_seat = header.find("measure");
  const json value =
      by_seat != header.end() && by_seat->is_array() && seat < by_seat->size() ? by_seat->at(seat) : json();
  for (const Measure measure : {Measure::cpu, Measure::wall}) {
    if (value == name_of(measure)) {
      return measure;
    }
  }
  refuse_record(file, "line 1, measure: got " + fields::brief(value) + " for seat " + std::to_string(seat) +
                          R"(, expected "cpu" or "wall")");
}

}  // namespace

AskedRecord::AskedRecord(const std::string& file, std::string record, engines::Seat seat)
    : text_(std::move(record)), seat_(seat) {
  try {
    Replay replay(text_);
    if (replay.is_told()) {
      refuse_record(file, "a match program has played this match by itself: no bot was asked by the referee");
    }
    read_header(file, replay.header());
    given_ = replay.given_turns();
    while (true) {
      const auto movers = replay.game().to_move();
      const std::int64_t turn = replay.turns();
      if (!replay.next_turn()) {
        break;
      }
      if (turn >= given_ && std::ranges::find(movers, seat_) != movers.end()) {
        asked_.push_back(turn);
      }
    }
    replay.close();
    turns_ = replay.turns();
    result_.is_void = replay.is_void();
    read_end(replay.line());
  } catch (const Difference& difference) {
    refuse_record(file, difference.text());
  }
  if (asked_.empty()) {
    const std::string why =
        turns_ == 0 ? "the match has no turns" : "seat " + std::to_string(seat_) + " was asked at no turn";
    refuse_record(file, why + (result_.is_void ? ", and it does not count: " + result_.why : ""));
  }
}

void AskedRecord::read_header(const std::string& file, const json& header) {
  spec_.id = header_text(file, header, "match");
  spec_.game = recorded_game(header);
  spec_.options = header.at("options");
  spec_.seed = {header.at("seed").get<std::uint64_t>(), header.at("salt").get<std::string>()};
  spec_.clock = ClockSpec::read(header.at("clock"), "clock");
  for (const json& player : header.at("players")) {
    if (!player.is_string()) {
      refuse_record(file, "line 1, players: got " + fields::brief(player) + ", expected names");
    }
    players_.push_back(player.get<std::string>());
  }
  if (seat_ >= players_.size()) {
    refuse_record(file, "--seat: got " + std::to_string(seat_) + ", expected " +
                            (players_.size() == 1 ? "0: the match has one seat"
                                                  : "0 to " + std::to_string(players_.size() - 1)));
  }
  measure_ = measure_in(file, header, seat_);
}

void AskedRecord::read_end(const json& last) {
  if (result_.is_void) {
    result_.why = last.at("why").get<std::string>();
    return;
  }
  const json& result = last.at("result");
  result_.scores = result.at("scores").get<std::vector<double>>();
  result_.rank = result.at("rank").get<std::vector<int>>();
  result_.outcome = result.contains("outcome") ? result.at("outcome") : json();
}

bool AskedRecord::was_asked(std::int64_t turn) const { return std::ranges::binary_search(asked_, turn); }

void AskedRecord::expect_asked(const std::string& file, std::int64_t turn) const {
  if (was_asked(turn)) {
    return;
  }
  const std::string got = "--turn: got " + std::to_string(turn) + ", expected ";
  if (turn > asked_.back()) {
    refuse_record(file, got + "at most " + std::to_string(asked_.back()) + ", the last turn at which seat " +
                            std::to_string(seat_) + " was asked");
  }
  if (turn < asked_.front()) {
    refuse_record(file, got + "at least " + std::to_string(asked_.front()) +
                            ", the first turn at which seat " + std::to_string(seat_) + " was asked");
  }
  const auto next = std::ranges::upper_bound(asked_, turn);
  refuse_record(file, got + "a turn at which seat " + std::to_string(seat_) + " was asked, such as " +
                          std::to_string(*std::prev(next)) + " or " + std::to_string(*next));
}

SeatAnswer answer_in(const json& entry) {
  SeatAnswer answer;
  answer.seat = entry.at("seat").get<std::size_t>();
  answer.verdict =
      protocol::verdict_of(entry.at("verdict").get_ref<const std::string&>()).value_or(protocol::Verdict::ok);
  if (const auto move = entry.find("move"); move != entry.end()) {
    answer.move = move->dump();
  }
  if (const auto offered = entry.find("offered"); offered != entry.end()) {
    answer.offered = offered->dump(-1, ' ', false, json::error_handler_t::replace);
    answer.offered_cut = entry.value("offered_cut", json(false)) == json(true);
  }
  if (const auto fault = entry.find("fault"); fault != entry.end() && fault->is_string()) {
    answer.fault = fault->get<std::string>();
  }
  answer.spent = Microseconds(entry.at("spent_us").get<std::int64_t>());
  answer.forfeited = entry.value("forfeited", json(false)) == json(true);
  return answer;
}

}  // namespace referee
