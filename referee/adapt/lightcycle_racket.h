#pragma once

#include <string>
#include <vector>

namespace referee {

/// Robots of the Light Cycle handout: one file of Scheme that defines LightCycle_first_last. An adapter's
/// functions, see adapter.h.
bool accepts_scheme_file(const std::vector<std::string>& words);
/// Becomes Racket, which runs racket/lightcycle.rkt with the file. Returns only by throwing
/// std::system_error: there is no Racket, or no room for the driver.
int play_lightcycle_racket(const std::vector<std::string>& words);

}  // namespace referee
