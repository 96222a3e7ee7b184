#include "referee/lab/ask_report.h"

#include <variant>

#include <nlohmann/json.hpp>

namespace referee {
namespace {

using protocol::Verdict;

/// Whether the verdict is that of the rules on the answer itself.
bool rules_judged(Verdict verdict) {
  return verdict == Verdict::ok || verdict == Verdict::illegal || verdict == Verdict::malformed ||
         verdict == Verdict::oversize;
}

}  // namespace

bool AskedTurn::differs() const {
  const bool was_move = then.verdict == Verdict::ok;
  const bool is_move = now.answer.verdict == Verdict::ok;
  return then_text != now_text || (rules_judged(then.verdict) && was_move != is_move);
}

std::vector<std::int64_t> AskReport::differing() const {
  std::vector<std::int64_t> numbers;
  for (const AskedTurn& turn : turns) {
    if (turn.differs()) {
      numbers.push_back(turn.number);
    }
  }
  return numbers;
}

std::vector<std::int64_t> AskReport::late() const {
  std::vector<std::int64_t> numbers;
  for (const AskedTurn& turn : turns) {
    if (turn.now.ruling != Ruling::in_time) {
      numbers.push_back(turn.number);
    }
  }
  return numbers;
}

std::string text_of_answer(const SeatAnswer& answer, engines::Game& position) {
  if (!answer.move.empty()) {
    return nlohmann::json::parse(answer.move).dump();
  }
  if (!answer.offered || answer.offered_cut || rules_judged(answer.verdict)) {
    return answer.offered.value_or("");
  }
  // A move that came too late stands in the record as the bot sent it.
  const auto submitted = position.submit(answer.seat, nlohmann::json::parse(*answer.offered));
  const auto* legal = std::get_if<std::string>(&submitted);
  return legal != nullptr ? nlohmann::json::parse(*legal).dump() : *answer.offered;
}

AskCost cost_of(const AskReport& report, bool differing) {
  AskCost cost;
  for (const AskedTurn& turn : report.turns) {
    if (turn.differs() == differing && !turn.then_text.empty() && !turn.now_text.empty()) {
      cost.then += turn.then.spent;
      cost.now += turn.now.answer.spent;
      ++cost.turns;
    }
  }
  return cost;
}

}  // namespace referee
