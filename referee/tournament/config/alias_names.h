#pragma once

#include <set>
#include <string>

namespace referee {

/// Draws made-up names for entrants, such as "calm-otter": they tell nothing of who has them, nor of the
/// order in which they were drawn.
class AliasNames {
 public:
  /// A name that was given before: it is not drawn.
  void keep(const std::string& name);
  /// A name that no other has, from the system's randomness: two words, and a number behind them once most
  /// pairs of words are used up. Throws what random_seed() throws.
  std::string draw();

 private:
  std::set<std::string> taken_;  // folded
};

}  // namespace referee
