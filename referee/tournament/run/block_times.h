#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "referee/base/units.h"
#include "referee/record/record.h"
#include "referee/tournament/formats/tournament_format.h"
#include "referee/tournament/run/ladder_record.h"

namespace referee {

/// When the blocks of a ladder close: one after the other, at stated times. Arithmetic without clock; times
/// are seconds since 1970.
class BlockTimes {
 public:
  /// REQUIRES: a time that read_utc() reads.
  explicit BlockTimes(const BlockTerms& terms)
      : first_(seconds_of(terms.first_closes)), every_(terms.every_s) {}

  /// The block that is open at that time, from 1.
  int at(std::int64_t time) const {
    return time < first_ ? 1 : static_cast<int>((time - first_) / every_) + 2;
  }
  /// When that block closes.
  std::int64_t end_of(int block) const { return first_ + (block - 1) * every_; }
  /// "block 3 until 2026-11-20T08:00:00.000Z".
  std::string text(int block) const {
    const SystemTime end(std::chrono::seconds(end_of(block)));
    return "block " + std::to_string(block) + " until " + utc_text(end);
  }

 private:
  std::int64_t first_;
  std::int64_t every_;
};

}  // namespace referee
