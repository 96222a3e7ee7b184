#pragma once

#include <cstdint>

namespace referee {

/// What a worker may say at most, whatever program it is: the database's functions refuse more.
struct WorkerBounds {
  static constexpr std::int64_t kName = 300;          ///< bytes; of the model of its CPU, too
  static constexpr std::int64_t kAbout = 4096;        ///< bytes of what it says of its machine
  static constexpr std::int64_t kSlots = 1024;        ///< from 1
  static constexpr std::int64_t kWorkers = 1000;      ///< names within an hour
  static constexpr std::int64_t kHandedIn = 1 << 26;  ///< bytes of an outcome, and of a bundle that was built
};

}  // namespace referee
