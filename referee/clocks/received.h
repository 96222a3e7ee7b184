#pragma once

#include <string_view>

#include "referee/clocks/stamp.h"

namespace referee {

/// One line that a bot sent.
struct Received {
  std::string_view text;  ///< without its newline; valid during the call only
  bool oversize = false;  ///< over the limit: `text` is its beginning
  Arrival arrival;
};

}  // namespace referee
