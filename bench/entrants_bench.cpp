// How the start of a tournament grows with its entrants: 1,000 and 10,000 that register by dialling in, then
// the order `referee ctl start`, until each has been told that its first match begins; and a restart on the
// store that is left. Usage: entrants_bench [MOST]   MOST: entrants of the larger one
#include <sys/resource.h>
#include <time.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/child.h"
#include "bench/crowd.h"
#include "bench/figures.h"
#include "tests/support/temp_folder.h"

namespace {

using namespace bench;

constexpr double kAllowed = 12;  // times the time for ten times the entrants
constexpr int kRounds = 3;       // of the smaller tournament

/// Times in ms; `cpu` is the referee's processor time.
struct Cost {
  double register_cpu = 0;
  double start_cpu = 0;
  double start_wall = 0;
  double restart_wall = 0;
};

double seconds_of(clockid_t clock) {
  timespec time{};
  if (::clock_gettime(clock, &time) != 0) {
    throw std::runtime_error("no time of a process");
  }
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

clockid_t cpu_clock_of(pid_t pid) {
  clockid_t clock{};
  if (::clock_getcpuclockid(pid, &clock) != 0) {
    throw std::runtime_error("no processor time of the referee");
  }
  return clock;
}

std::string config_text(const std::string& folder) {
  return R"({"name":"entrants","game":"walls","options":{"n":3},"seed":1,)"
         R"("clock":{"kind":"per_move","ms":3600000},"format":{"kind":"swiss","best_of":1,"rounds":1},)"
         R"("registration":{"names":20000,"names_per_address":20000,"names_per_minute":20000},)"
         R"("start":{"when":"manual"},"listen":{"host":"127.0.0.1","port":0},"store":")" +
         folder + R"(/e.db","reports":")" + folder + R"(/out"})";
}

Cost measure(std::size_t entrants) {
  const test_support::TempFolder folder;
  const std::string config = folder / "entrants.json";
  test_support::write_file(config, config_text(folder.path().string()));
  Cost cost;
  {
    Child referee({REFEREE, "serve", config, "--exit-when-done"}, folder / "log");
    Crowd crowd(port_in(referee.line("listening on ")), R"("left")");
    const clockid_t cpu = cpu_clock_of(referee.pid());
    const double at_first = seconds_of(cpu);
    crowd.join(entrants);
    const double registered = seconds_of(cpu);
    const double ordered = seconds_of(CLOCK_MONOTONIC);
    Child order({REFEREE, "ctl", "--socket", folder / "e.db.ctl", "start"});
    crowd.until_started();
    cost.start_wall = (seconds_of(CLOCK_MONOTONIC) - ordered) * 1000;
    cost.start_cpu = (seconds_of(cpu) - registered) * 1000;
    cost.register_cpu = (registered - at_first) * 1000;
    (void)order.wait();
  }  // it is killed
  const double begun = seconds_of(CLOCK_MONOTONIC);
  Child again({REFEREE, "serve", config, "--exit-when-done"}, folder / "log");
  (void)again.line("listening on ");
  cost.restart_wall = (seconds_of(CLOCK_MONOTONIC) - begun) * 1000;
  return cost;
}

double median_of(const std::vector<Cost>& costs, double Cost::*part) {
  std::vector<double> values;
  for (const Cost& cost : costs) {
    values.push_back(cost.*part);
  }
  return median(values);
}

void run(std::size_t most) {
  const std::size_t few = most / 10;
  std::vector<Cost> small;
  for (int round = 0; round < kRounds - 1; ++round) {
    small.push_back(measure(few));
  }
  const Cost large = measure(most);
  small.push_back(measure(few));
  const auto row = [&](const char* what, double Cost::*part, bool judged) {
    const double floor = median_of(small, part);
    print({std::to_string(most) + " entrants over " + std::to_string(few) + ": " + what,
           quantity(floor, 1, "ms"), quantity(large.*part, 1, "ms"), large.*part / floor,
           judged ? "<= " + std::to_string(static_cast<int>(kAllowed)) : "-"});
  };
  row("start, time", &Cost::start_wall, true);
  row("start, processor time", &Cost::start_cpu, true);
  row("restart to listening, time", &Cost::restart_wall, true);
  row("registration, processor time", &Cost::register_cpu, true);
}

}  // namespace

int main(int argc, char** argv) try {
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) == 0) {
    files.rlim_cur = files.rlim_max;
    (void)::setrlimit(RLIMIT_NOFILE, &files);
  }
  run(argc > 1 ? static_cast<std::size_t>(std::atoi(argv[1])) : 10'000);
} catch (const std::exception& error) {
  std::fprintf(stderr, "entrants_bench: %s\n", error.what());
  return 1;
}
