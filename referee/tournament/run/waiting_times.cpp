#include "referee/tournament/run/waiting_times.h"

#include <algorithm>
#include <cmath>

#include "referee/base/text.h"

namespace referee {
namespace {

double mean_ms(Microseconds time, std::int64_t turns) {
  return static_cast<double>(time.count()) / 1000 / static_cast<double>(std::max<std::int64_t>(1, turns));
}

}  // namespace

void WaitingTimes::on_turn(const ObservedMatch& match, const PlayedTurn& turn) {
  const auto longest = std::ranges::max_element(turn.answers, {}, &SeatAnswer::waited);
  if (longest == turn.answers.end()) {
    return;
  }
  for (const SeatAnswer& answer : turn.answers) {
    const Microseconds own = answer.waited();
    const Microseconds time = &answer == &*longest ? own : Microseconds{0};
    for (Waited* const sum : {&by_name_[match.players[answer.seat]], &all_}) {
      sum->time += time;
      sum->own += own;
      ++sum->turns;
    }
  }
}

std::string WaitingTimes::news() {
  if (all_.time < kLeast) {
    return "";
  }
  for (const auto& [name, waited] : by_name_) {
    std::string text = told_.contains(name) ? "" : news_of(name, waited);
    if (!text.empty()) {
      told_.insert(name);
      return text;
    }
  }
  return "";
}

std::string WaitingTimes::news_of(const std::string& name, const Waited& waited) const {
  const double share = std::chrono::duration<double>(waited.time) / all_.time;
  const double own = mean_ms(waited.own, waited.turns);
  const double others = mean_ms(all_.own - waited.own, all_.turns - waited.turns);
  if (waited.time < kLeast || share < kShare || own < kTimes * others) {
    return "";
  }
  return fixed_text(std::floor(100 * share), 0) + " % of the playing time waits for " + printable(name) +
         ": " + fixed_text(own, 0) + " ms a turn, " + fixed_text(others, 1) +
         " ms for the others. \"referee ctl withdraw " + printable(name) +
         "\" takes it out; \"late_in_a_row\" in the clock ends the games of such bots";
}

}  // namespace referee
