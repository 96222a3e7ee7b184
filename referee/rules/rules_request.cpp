#include "referee/rules/rules_request.h"

#include <nlohmann/json.hpp>

#include "protocol/json_writer.h"

namespace referee::rules {
namespace {

std::string with_terms(protocol::LineWriter& line, const std::string& state, Readers readers) {
  if (readers == Readers::movers) {
    line.field("views", "movers");
  }
  if (!state.empty()) {
    line.raw("state", state);
  }
  return line.take();
}

}  // namespace

std::string new_request(const std::string& match, const engines::Facts& facts, const engines::Seed& seed) {
  protocol::LineWriter line;
  line.field("type", "new").field("match", match).json("options", facts.options).field("seats", facts.seats);
  line.field("seed", seed.number).field("salt", seed.salt);
  return line.take();
}

std::string step_request(const std::string& match, const std::vector<SeatMove>& moves,
                         const std::string& state, Readers readers) {
  protocol::LineWriter line;
  line.field("type", "step").field("match", match).key("moves").begin_list();
  for (const SeatMove& one : moves) {
    line.begin_object().field("seat", one.seat);
    if (one.move) {
      line.raw("move", *one.move);
    }
    line.field("spent_us", one.spent.count());
    if (one.forfeited) {
      line.field("forfeited", true);
    }
    line.end_object();
  }
  line.end_list();
  return with_terms(line, state, readers);
}

std::string draw_request(const std::string& match, const nlohmann::json& outcome, const std::string& state,
                         Readers readers) {
  protocol::LineWriter line;
  line.field("type", "step").field("match", match).json("chance", outcome);
  return with_terms(line, state, readers);
}

std::string end_request(const std::string& match) {
  protocol::LineWriter line;
  line.field("type", "end").field("match", match);
  return line.take();
}

}  // namespace referee::rules
