// Instructions of the real program for one turn of a match, counted by callgrind: the same on a busy machine
// as on an idle one, so that they show a small loss. It compares two matches that differ only in their turns.
// Usage: instructions_bench EXPECTED [update]
//   EXPECTED: a file of lines `COUNT NAME`, the instructions per turn at its latest update.
//   update: writes the new counts to that file.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>

#include "bench/figures.h"
#include "bench/real_match.h"

namespace {

using namespace bench;

constexpr int kShort = 100;
constexpr int kLong = 1100;

/// The instructions of the latest program that ran under callgrind: `==1== Collected : 12345`.
std::int64_t collected(const std::string& stderr_file) {
  std::ifstream file(stderr_file);
  const std::string mark = "Collected : ";
  for (std::string line; std::getline(file, line);) {
    if (const std::size_t at = line.find(mark); at != line.npos) {
      return std::stoll(line.substr(at + mark.size()));
    }
  }
  throw std::runtime_error("callgrind has counted nothing");
}

double instructions_a_turn(const RealMatch& match, const std::function<void(int)>& play) {
  play(kShort);
  const std::int64_t less = collected(match.stderr_file());
  play(kLong);
  const std::int64_t more = collected(match.stderr_file());
  return static_cast<double>(more - less) / (kLong - kShort);
}

std::map<std::string, double> read_expected(const std::string& path) {
  std::map<std::string, double> expected;
  std::ifstream file(path);
  double count = 0;
  for (std::string name; file >> count && std::getline(file >> std::ws, name);) {
    expected[name] = count;
  }
  return expected;
}

void run(const std::string& path, bool update) {
  if (std::system("valgrind --version >/dev/null 2>&1") != 0) {
    print_skipped("instructions a turn", "no valgrind here");
    return;
  }
  RealMatch match;
  match.run_under({"valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"});
  const std::map<std::string, std::function<void(int)>> kinds = {
      {"dialled bot", [&](int turns) { match.planets_dialled(turns); }},
      {"launched bot", [&](int turns) { match.planets_launched(turns); }},
  };
  const std::map<std::string, double> expected = read_expected(path);
  std::ofstream renewed;
  if (update) {
    renewed.open(path);
  }
  for (const auto& [name, play] : kinds) {
    const double count = instructions_a_turn(match, play);
    const auto known = expected.find(name);
    if (update) {
      renewed << static_cast<std::int64_t>(count) << " " << name << "\n";
    } else if (known == expected.end()) {
      throw std::runtime_error(path + " has no line for '" + name + "'; `update` makes one");
    }
    const double before = known == expected.end() ? count : known->second;
    print({"instructions a turn, " + name, quantity(before, 0, "expected"), quantity(count, 0, "counted"),
           count / before, "<= 1.05"});
  }
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 2) {
    std::cerr << "usage: instructions_bench EXPECTED [update]\n";
    return 2;
  }
  run(argv[1], argc > 2 && std::string(argv[2]) == "update");
} catch (const std::exception& error) {
  std::cerr << "instructions_bench: " << error.what() << "\n";
  return 1;
}
