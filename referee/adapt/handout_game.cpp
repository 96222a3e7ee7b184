#include "referee/adapt/handout_game.h"

#include <utility>

#include "protocol/limits.h"

namespace referee {
namespace {

constexpr std::size_t kRoomForMove = protocol::kMaxLineFromBot - 1024;  // beside the rest of its message

}  // namespace

RunAnswer answer_of(std::string_view printed, const std::string& how_ended, const HandoutGame& game,
                    const std::string& program) {
  const std::size_t end = printed.find('\n');
  if (printed.empty()) {
    return {"", program + " printed nothing (" + how_ended + ")"};
  }
  if (end == std::string_view::npos ? printed.size() >= kMostPrinted : end > kRoomForMove) {
    return {"", program + " printed a first line of over " + std::to_string(kRoomForMove) + " bytes"};
  }
  std::string move = game.move_in(printed.substr(0, end));
  std::string why = move.empty() ? "the first line that " + program + " printed is blank" : "";
  return {std::move(move), std::move(why)};
}

}  // namespace referee
