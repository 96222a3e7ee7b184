#include "referee/match/seat_views.h"

namespace referee {
namespace {

constexpr std::size_t kMaxPast = 4 * 1024 * 1024;  // bytes of views kept for a bot that reconnects

}  // namespace

SeatViews::SeatViews(const engines::Game& game, bool keeps_past)
    : game_(game), keeps_past_(keeps_past), shown_(game.hidden() ? game.seats() : 1) {}

void SeatViews::open_turn() {
  for (engines::Seat seat = 0; seat < shown_.size(); ++seat) {
    shown_[seat].open.clear();
    game_.write_view(engines::Observer::seat(seat), shown_[seat].open);
  }
}

void SeatViews::close_turn() {
  if (!keeps_past_) {
    return;
  }
  for (auto& [open, past, past_bytes] : shown_) {
    past_bytes += open.size();
    past.views.push_back(open);
    while (past_bytes > kMaxPast) {
      past_bytes -= past.views.front().size();
      past.views.pop_front();
      ++past.first_turn;
    }
  }
}

}  // namespace referee
