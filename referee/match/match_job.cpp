#include "referee/match/match_job.h"

namespace referee {

std::vector<std::string> names_of(const std::vector<SeatSpec>& seats) {
  std::vector<std::string> names;
  for (const SeatSpec& seat : seats) {
    names.push_back(seat.name);
  }
  return names;
}

}  // namespace referee
