#include "referee/clocks/moment.h"

#include "referee/base/kernel_time.h"

namespace referee {
namespace {

constexpr Nanoseconds kSampleTime{10'000};   // three readings take a tenth of this time
constexpr Milliseconds kSamplePatience{20};  // then a slower sample will do: the clocks are slow

}  // namespace

Moment Moment::now() {
  Moment moment{kernel_now()};
  for (TimePoint before = moment.mono; true;) {
    const SystemTime real = kernel_utc();
    const TimePoint after = kernel_now();
    if (after - before <= kSampleTime || after - moment.mono > kSamplePatience) {
      const auto middle = before + (after - before) / 2;
      const auto mono = std::chrono::duration_cast<Nanoseconds>(middle.time_since_epoch());
      moment.offset = std::chrono::duration_cast<Nanoseconds>(real.time_since_epoch()) - mono;
      return moment;
    }
    before = after;  // the process was interrupted between the readings: the sample is not exact
  }
}

}  // namespace referee
