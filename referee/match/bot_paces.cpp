#include "referee/match/bot_paces.h"

namespace referee {
namespace {

constexpr std::int64_t kLook = 8;    // turns: a first one that takes long does not count for much
constexpr Microseconds kQuick{200};  // of processor time a turn; to wake a CPU and its bot takes up to 100

}  // namespace

void BotPaces::on_turn(const ObservedMatch& /*match*/, const PlayedTurn& turn) {
  if (!launcher_.shares_cpu()) {
    return;
  }
  for (const SeatAnswer& answer : turn.answers) {
    const LaunchedBot& bot = bots_[answer.seat];
    Pace& pace = paces_[answer.seat];
    pace.used += answer.spent + answer.between;
    if (++pace.turns == kLook) {
      if (bot.process != nullptr && !bot.process->ended()) {
        launcher_.place(bot, pace.used < kLook * kQuick);
      }
      pace = {};
    }
  }
}

}  // namespace referee
