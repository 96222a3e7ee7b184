#include "referee/clocks/moment.h"

#include <ctime>

namespace referee {
namespace {

constexpr Nanoseconds kSampleTime{10'000};   // three readings take a tenth of this time
constexpr Milliseconds kSamplePatience{20};  // then a slower sample will do: the clocks are slow

}  // namespace

Moment Moment::now() {
  Moment moment{std::chrono::steady_clock::now()};
  for (TimePoint before = moment.mono; true;) {
    timespec real{};
    ::clock_gettime(CLOCK_REALTIME, &real);
    const TimePoint after = std::chrono::steady_clock::now();
    if (after - before <= kSampleTime || after - moment.mono > kSamplePatience) {
      const auto middle = before + (after - before) / 2;
      const auto mono = std::chrono::duration_cast<Nanoseconds>(middle.time_since_epoch());
      moment.offset = (std::chrono::seconds(real.tv_sec) + Nanoseconds(real.tv_nsec)) - mono;
      return moment;
    }
    before = after;  // the process was interrupted between the readings: the sample is not exact
  }
}

}  // namespace referee
