#pragma once

#include <map>
#include <string>
#include <vector>

#include "referee/base/units.h"

namespace referee {

/// The entrants whose programs are missing, and since when. One that is lost is its entrant's own fault;
/// several that go missing in the same while are a disk or a mount that is gone. Arithmetic on time points,
/// without a clock of its own.
class MissingPrograms {
 public:
  /// Programs that go missing within this time of each other went missing at once.
  static constexpr Milliseconds kSameWhile{60000};

  /// What a look at all entrants has found: `names` are those whose programs are missing. An entrant that was
  /// missing before keeps the time at which it was first seen so; all others are there again.
  void saw(const std::vector<std::string>& names, TimePoint now);
  /// The entrants whose programs went missing in the same while as that of `name`, itself included, in the
  /// order of their names. REQUIRES: the latest saw() had `name`.
  std::vector<std::string> at_once_with(const std::string& name) const;
  /// Forgets all times: programs that are still missing at the next look go missing then.
  void forget() { since_.clear(); }

 private:
  std::map<std::string, TimePoint> since_;
};

}  // namespace referee
