#pragma once

#include <cstddef>
#include <string>

#include "sample_bots/cpp/runtime/bot.h"

namespace bots {

/// `--slips N`: a weaker opponent of the same kind, which is as strong on every machine.
class Slips {
 public:
  static NumberOption option(const std::string& moves = "moves") {
    return {"--slips", "of 1000 " + moves + ", so many are any legal one, by chance", 0, kAll, 0};
  }

  explicit Slips(const Settings& settings)
      : of_all_(static_cast<std::size_t>(settings.numbers.at("--slips"))) {}

  /// Whether the next move is one by chance. Without slips it draws nothing.
  bool next(Rng& rng) const { return of_all_ > 0 && below(rng, kAll) < of_all_; }

 private:
  static constexpr std::size_t kAll = 1000;

  std::size_t of_all_;
};

}  // namespace bots
