#pragma once

#include <chrono>

#include "referee/base/sockets.h"

namespace test_support {

/// A Loopback whose packets the kernel stamps, after a wait of at most half a minute. The referee waits less:
/// the kernel begins a few packets after the request, and on a busy machine very many.
inline referee::Loopback stamping_loopback() {
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  referee::Loopback loopback;
  while (!loopback.stamps() && std::chrono::steady_clock::now() < until) {
    loopback = referee::Loopback();
  }
  return loopback;
}

}  // namespace test_support
