#include "referee/match/seat_views.h"

namespace referee {

void SeatViews::open_turn() {
  for (engines::Seat seat = 0; seat < open_.size(); ++seat) {
    open_[seat].clear();
    game_.write_view(engines::Observer::seat(seat), open_[seat]);
  }
}

}  // namespace referee
