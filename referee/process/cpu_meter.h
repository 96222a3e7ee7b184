#pragma once

#include "referee/base/time.h"

namespace referee {

/// Processor time of a bot.
class CpuMeter {
 public:
  CpuMeter() = default;
  virtual ~CpuMeter() = default;
  CpuMeter(const CpuMeter&) = delete;
  CpuMeter& operator=(const CpuMeter&) = delete;

  /// How records name this source.
  virtual const char* source() const = 0;
  /// Used since the bot began; once it is gone, the latest figure known. Never decreases.
  virtual Microseconds used() = 0;
};

}  // namespace referee
