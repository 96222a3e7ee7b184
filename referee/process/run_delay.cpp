#include "referee/process/run_delay.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace referee {

Microseconds run_delay_of(const std::vector<pid_t>& processes) {
  Nanoseconds sum{0};
  for (const pid_t process : processes) {
    std::error_code gone;
    const std::string threads = "/proc/" + std::to_string(process) + "/task";
    for (const auto& thread : std::filesystem::directory_iterator(threads, gone)) {
      std::ifstream file(thread.path() / "schedstat");  // "time on a processor, time waiting for one, runs"
      std::int64_t ran = 0;
      std::int64_t waited = 0;
      if (file >> ran >> waited) {
        sum += Nanoseconds(waited);
      }
    }
  }
  return whole_microseconds(sum);
}

}  // namespace referee
