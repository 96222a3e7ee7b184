/// Plays tournaments of one seed after the other in simulated time, and tells what is wrong with one.
/// scripts/simulate describes its use.
#include <spdlog/spdlog.h>

#include <array>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <exception>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/world/checks.h"
#include "tests/world/tournament_world.h"

namespace {

constexpr std::array<std::string_view, world::kDeeds> kNames{"answers in time",
                                                             "answers 1 us late",
                                                             "no answers",
                                                             "lines that are no JSON",
                                                             "moves of a wrong turn",
                                                             "illegal moves",
                                                             "floods",
                                                             "connections closed",
                                                             "connections reset",
                                                             "machines that vanished",
                                                             "second connections",
                                                             "answers said again",
                                                             "readers that stop"};

constexpr std::array<std::string_view, world::kMishaps> kMishaps{"referees killed", "powers lost",
                                                                 "disks full", "disks that failed"};

constexpr std::array<std::string_view, world::kWorkerDeeds> kWorkerNames{"attempts played by workers",
                                                                         "played slowly",
                                                                         "renewals lost",
                                                                         "workers cut off",
                                                                         "workers that vanished",
                                                                         "nothing handed in",
                                                                         "replies lost",
                                                                         "other attempts played",
                                                                         "other seeds played",
                                                                         "earlier outcomes",
                                                                         "damaged outcomes",
                                                                         "changed results",
                                                                         "damaged bundles",
                                                                         "programs said missing",
                                                                         "machines said to fail",
                                                                         "true matches said void"};
constexpr std::array<std::string_view, world::kStarts> kStarts{
    "programs started",       "programs that were missing", "programs that did not run",
    "programs ended at once", "programs without a hello",   "programs that the machine did not start"};

struct Sums {
  std::uint64_t tournaments = 0;
  std::uint64_t games = 0;
  std::chrono::duration<double, std::ratio<3600>> time{0};
  std::array<std::uint64_t, world::kDeeds> deeds{};
  std::array<std::uint64_t, world::kMishaps> mishaps{};
  std::array<std::uint64_t, world::kWorkerDeeds> worker_deeds{};
  std::uint64_t halts = 0;
  std::uint64_t pages = 0;
  std::uint64_t strangers = 0;
  std::uint64_t clocks = 0;
  std::uint64_t newcomers = 0;
  std::uint64_t kept = 0;
  std::uint64_t hand_ins = 0;
  std::map<std::string, std::uint64_t> rulings;  // by the command
  std::array<std::uint64_t, world::kStarts> starts{};

  void add(const world::TournamentWorld& played) {
    ++tournaments;
    games += played.content().games.size();
    time += played.time();
    halts += played.workers().halts.size();
    pages += played.pages_read();
    strangers += played.people().strangers;
    hand_ins += played.people().hand_ins.size();
    clocks += played.people().clocks_set;
    newcomers += played.bots().size() - (played.bots().empty() ? 0 : played.config().entrants.size());
    for (const world::PeoplePast::Ruling& ruling : played.people().rulings) {
      ++rulings[ruling.words.front() + (ruling.done ? " done" : " refused")];
    }
    for (const world::JobTable::Claim& claim : played.workers().claims) {
      ++worker_deeds[static_cast<std::size_t>(claim.deed)];
    }
    for (std::size_t mishap = 0; mishap < mishaps.size(); ++mishap) {
      mishaps[mishap] += played.mishaps()[mishap];
    }
    for (const auto& bot : played.bots()) {
      kept += bot->kept();
      for (std::size_t start = 0; start < starts.size(); ++start) {
        starts[start] += bot->starts()[start];
      }
      for (const world::AskedTurn& asked : bot->asked()) {
        ++deeds[static_cast<std::size_t>(asked.deed)];
      }
    }
  }
};

/// What is wrong with the tournament of a seed; empty: nothing.
std::vector<std::string> play(std::uint64_t seed, Sums& sums) {
  try {
    world::TournamentWorld played(seed);
    played.play();
    sums.add(played);
    return world::faults_of(played);
  } catch (const std::exception& failure) {
    return {failure.what()};
  }
}

std::optional<std::uint64_t> number_in(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

void print(const Sums& sums, std::chrono::duration<double> took) {
  std::cout << sums.tournaments << " tournaments\n"
            << sums.games << " games\n"
            << sums.time.count() << " simulated hours\n"
            << static_cast<double>(sums.tournaments) / took.count() << " tournaments a second\n";
  for (std::size_t deed = 0; deed < kNames.size(); ++deed) {
    std::cout << sums.deeds[deed] << " " << kNames[deed] << "\n";
  }
  for (std::size_t start = 0; start < kStarts.size(); ++start) {
    std::cout << sums.starts[start] << " " << kStarts[start] << "\n";
  }
  for (std::size_t mishap = 0; mishap < kMishaps.size(); ++mishap) {
    std::cout << sums.mishaps[mishap] << " " << kMishaps[mishap] << "\n";
  }
  for (std::size_t deed = 0; deed < kWorkerNames.size(); ++deed) {
    std::cout << sums.worker_deeds[deed] << " " << kWorkerNames[deed] << "\n";
  }
  std::cout << sums.kept << " bots ready for another match\n" << sums.hand_ins << " hand-ins\n";
  std::cout << sums.halts << " matches put off after failures of workers\n"
            << sums.pages << " pages read\n"
            << sums.strangers << " strangers\n"
            << sums.clocks << " clocks set\n"
            << sums.newcomers << " newcomers\n";
  for (const auto& [ruling, times] : sums.rulings) {
    std::cout << times << " times " << ruling << "\n";
  }
}

}  // namespace

/// simulate FIRST STEP COUNT SECONDS: the seeds FIRST, FIRST + STEP, ..., at most COUNT, for at most SECONDS.
/// Exit code 1: one of them has a fault.
int main(int argc, char** argv) {
  std::vector<std::uint64_t> numbers;
  for (int word = 1; word < argc; ++word) {
    if (const auto number = number_in(argv[word])) {
      numbers.push_back(*number);
    }
  }
  if (argc != 5 || numbers.size() != 4) {
    std::cerr << "usage: simulate FIRST STEP COUNT SECONDS\n";
    return 2;
  }
  spdlog::set_level(spdlog::level::off);
  const auto begin = std::chrono::steady_clock::now();
  const auto took = [&] { return std::chrono::steady_clock::now() - begin; };
  Sums sums;
  bool wrong = false;
  for (std::uint64_t n = 0; n < numbers[2] && took() < std::chrono::seconds(numbers[3]); ++n) {
    const std::uint64_t seed = numbers[0] + n * numbers[1];
    for (const std::string& fault : play(seed, sums)) {
      wrong = true;
      std::cout << "scripts/simulate --seed " << seed << ": " << fault << std::endl;
    }
  }
  print(sums, took());
  return wrong ? 1 : 0;
}
