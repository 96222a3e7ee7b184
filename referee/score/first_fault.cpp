#include "referee/score/first_fault.h"

#include <memory>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "protocol/verdict.h"
#include "referee/net/clock_spec.h"

namespace referee::score {
namespace {

using Json = nlohmann::json;

std::string compact(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

FirstFault fault_of(const Json& answer, std::int64_t turn, const Json& view) {
  FirstFault fault;
  fault.verdict = answer.at("verdict").get<std::string>();
  fault.turn = turn;
  fault.message = answer.value("fault", "");
  fault.view = compact(view);
  fault.answer = answer.contains("offered") ? compact(answer.at("offered")) : "";
  return fault;
}

/// A match that is played again from its record.
class Rerun {
 public:
  explicit Rerun(const Json& header) : clock_(ClockSpec::read(header.at("clock"), "clock")) {
    const engines::Entry* entry = engines::find_game(header.at("game").get<std::string>());
    const engines::Seed seed{header.at("seed").get<std::uint64_t>(), header.at("salt").get<std::string>()};
    game_ = entry->make(header.at("options"), seed);
  }

  /// The seat's answer in a turn's line, if it was not ok.
  std::optional<FirstFault> fault_in(const Json& turn, std::size_t seat) const {
    for (const Json& answer : turn.at("answers")) {
      if (answer.at("seat") == seat && answer.at("verdict") != "ok") {
        return fault_of(answer, turn.at("turn").get<std::int64_t>(), game_->view());
      }
    }
    return std::nullopt;
  }

  void play(const Json& turn) {
    for (const Json& answer : turn.at("answers")) {
      const auto seat = answer.at("seat").get<std::size_t>();
      if (answer.contains("move")) {
        (void)game_->submit(seat, answer.at("move"));
      }
      const Microseconds spent(answer.at("spent_us").get<std::int64_t>());
      game_->settle(seat, clock_.for_rules(spent), answer.value("forfeited", false));
    }
    (void)game_->step();
  }

 private:
  ClockSpec clock_;
  std::unique_ptr<engines::Game> game_;
};

/// Takes the next line away from the front.
Json next_line(std::string_view& record) {
  const std::size_t end = record.find('\n');
  Json line = Json::parse(record.substr(0, end));
  record.remove_prefix(end + 1);
  return line;
}

}  // namespace

std::optional<FirstFault> first_fault(std::string_view record, std::size_t seat) {
  Rerun rerun(next_line(record));
  while (!record.empty()) {
    const Json line = next_line(record);
    if (line.contains("turn")) {
      if (auto fault = rerun.fault_in(line, seat)) {
        return fault;
      }
      rerun.play(line);
    } else if (line.contains("no_show")) {
      for (const Json& absent : line.at("no_show")) {
        if (absent == seat) {
          return FirstFault{std::string(name_of(protocol::Verdict::no_show)), 0,
                            "it did not say hello before its time was over", "", ""};
        }
      }
    }
  }
  return std::nullopt;
}

}  // namespace referee::score
