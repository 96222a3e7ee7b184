#pragma once

#include <set>
#include <string>
#include <string_view>

namespace referee {

/// A name that an entrant may have, as like `text` as possible: letters with marks lose them, blanks become
/// dots. "student" if nothing is left.
std::string entrant_name_from(std::string_view text);

/// Gives each entrant a name of its own.
class EntrantNames {
 public:
  /// `wanted`, or where another has it, or house bots have it, one like it: "ada-2". REQUIRES: what
  /// entrant_name_from() returns, in lower or upper case.
  std::string give(const std::string& wanted);

 private:
  std::set<std::string> taken_;  // folded
};

}  // namespace referee
