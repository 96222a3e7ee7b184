#pragma once

#include <cstdint>

#include "tests/support/simulated_clock.h"
#include "tests/world/simulated_network.h"

namespace world {

/// An event loop whose time and network are simulated, on the thread of the caller. What runs on it takes no
/// time but what is said to take some, so that one seed gives one course of events.
class NetworkLoop : public test_support::SimulatedLoop {
 public:
  explicit NetworkLoop(std::uint64_t seed) : network_(SimulatedNetwork::of(io(), seed)) {}

  SimulatedNetwork& network() { return network_; }

 private:
  SimulatedNetwork& network_;
};

}  // namespace world
