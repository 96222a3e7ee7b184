// The time from the start of `referee serve`, which makes a new store, until it prints its address, over the
// time of a bare program that only listens. Usage: listen_bench [ROUNDS]
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include "bench/child.h"
#include "bench/figures.h"
#include "tests/support/temp_folder.h"

namespace {

using namespace bench;

double milliseconds_to_listen(const std::vector<std::string>& argv, const std::string& log) {
  const auto begun = std::chrono::steady_clock::now();
  Child server(argv, log);
  (void)server.line("listening on ");
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun).count();
}

void run(int rounds) {
  std::vector<double> floors;
  std::vector<double> times;
  std::vector<double> ratios;
  for (int round = 0; round < rounds; ++round) {
    const test_support::TempFolder folder;
    const std::string config = folder / "bench.json";
    test_support::write_file(
        config, R"({"name":"bench","game":"walls","format":{"kind":"round_robin"},)"
                R"("registration":"open","listen":{"host":"127.0.0.1","port":0},"store":")" +
                    (folder / "bench.db").string() + R"(","reports":")" + (folder / "out").string() +
                    R"("})");
    floors.push_back(milliseconds_to_listen({BARE_LISTENER}, ""));
    times.push_back(milliseconds_to_listen({REFEREE, "serve", config, "--exit-when-done"}, folder / "log"));
    ratios.push_back(times.back() / floors.back());
  }
  print({"start of serve to listening", quantity(median(floors), 2, "ms"), quantity(median(times), 2, "ms"),
         median(ratios)});
}

}  // namespace

int main(int argc, char** argv) try {
  run(argc > 1 ? std::atoi(argv[1]) : 31);
} catch (const std::exception& error) {
  std::fprintf(stderr, "listen_bench: %s\n", error.what());
  return 1;
}
