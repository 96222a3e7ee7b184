#pragma once

#include <cstddef>
#include <string>

#include "referee/base/text.h"

namespace referee {

/// How many of several records came to what when they were played again.
struct VerifyTotals {
  std::size_t ok = 0;
  std::size_t different = 0;
  std::size_t unreadable = 0;

  /// "12 records: 11 ok, 1 different".
  std::string text() const {
    const std::size_t all = ok + different + unreadable;
    return counted(all, "record") + ": " + std::to_string(ok) + " ok" +
           (different == 0 ? "" : ", " + std::to_string(different) + " different") +
           (unreadable == 0 ? "" : ", " + std::to_string(unreadable) + " that cannot be read");
  }
};

}  // namespace referee
