#include "referee/rules/told_game.h"

#include <stdexcept>

#include "protocol/json_writer.h"
#include "protocol/require.h"

namespace referee::rules {
namespace {

[[noreturn]] void refuse() { throw std::logic_error("a match program has no turns"); }

}  // namespace

void ToldGame::tell(const Json& view) { view_ = protocol::dump(view); }

void ToldGame::end(std::vector<double> scores, Json outcome) {
  REQUIRE(scores.size() == facts_.seats);
  scores_ = std::move(scores);
  outcome_ = std::move(outcome);
}

ToldGame::Json ToldGame::sample(engines::Seat, engines::Rng&) const { refuse(); }
std::variant<std::string, engines::Refusal> ToldGame::submit(engines::Seat, const Json&) { refuse(); }
void ToldGame::settle(engines::Seat, engines::Microseconds, bool) { refuse(); }
void ToldGame::step(std::string&) { refuse(); }

}  // namespace referee::rules
