#pragma once

#include <chrono>

#include "referee/base/sockets.h"

namespace test_support {

/// One whose kernel stamps, unless it does not come to it within half a minute. The referee waits less: the
/// kernel begins some packets after it was asked, and on a busy machine very many.
inline referee::Loopback stamping_loopback() {
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  referee::Loopback loopback;
  while (!loopback.stamps() && std::chrono::steady_clock::now() < until) {
    loopback = referee::Loopback();
  }
  return loopback;
}

}  // namespace test_support
