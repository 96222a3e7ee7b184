#include "referee/match/seat_views.h"

namespace referee {

void SeatViews::open_turn(const std::vector<engines::Seat>& movers) {
  for (std::string& view : open_) {
    view.clear();
  }
  for (const engines::Seat seat : movers) {
    std::string& view = open_[open_.size() == 1 ? 0 : seat];
    if (view.empty()) {
      game_.write_view(engines::Observer::seat(seat), view);
    }
  }
}

}  // namespace referee
