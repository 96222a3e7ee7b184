// A ladder of 100,000 matches of 100 entrants, played at random: what the store takes, what the memory of its
// sums grows by from the first fifth on, and how long standings take, against reading a file of the store's
// size of sums; and how long the removal of a match's record takes beside half as many others. Usage:
// ladder_bench FOLDER [MATCHES]
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "bench/figures.h"
#include "referee/match/record_files.h"
#include "referee/report/standings_page.h"
#include "referee/store/store.h"
#include "referee/tournament/formats/format_table.h"
#include "referee/tournament/pairing/ladder_pairing.h"
#include "referee/tournament/run/kept_matches.h"
#include "referee/tournament/run/ladder_record.h"
#include "referee/tournament/run/opened_store.h"
#include "referee/tournament/run/stored_page.h"
#include "tests/referee/tournament/pairing/ladder_simulation.h"

namespace {

using namespace referee;

constexpr std::size_t kEntrants = 100;
constexpr std::size_t kKeep = 50;
constexpr int kBatch = 500;            // matches between two estimates
constexpr std::size_t kRecord = 8000;  // bytes: a match of Walls on 5 x 5
constexpr double kMostBytes = 200e6;   // of the store
constexpr double kMostSeconds = 0.05;  // of standings
constexpr std::int64_t kStart = 1'800'000'000;

double seconds_since(std::chrono::steady_clock::time_point begun) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
}

/// Resident memory of this process, in bytes.
double memory() {
  std::ifstream status("/proc/self/statm");
  long pages = 0;
  status >> pages >> pages;
  return static_cast<double>(pages) * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

struct Played {
  LadderTable table{2};
  double memory_growth = 0;  // from a fifth of the matches to the end
  double estimate = 0;       // seconds of the last one
};

LadderGame result_of(const rating::RankedGame& game, simulation::Random& random) {
  LadderGame result;
  for (const auto& seat : game.seats) {
    result.entrants.push_back(seat.player);
    result.scores.push_back(seat.rank == 1 ? 1 : 0);
    GameTally& tally = result.tallies.emplace_back();
    tally.turns = 40;
    tally.by_verdict[0] = 40;
    tally.used = Microseconds(12'345);
    tally.worst = Microseconds(999);
  }
  result.no_show = {false, false};
  result.ended = "2026-11-20T08:00:01.000Z";
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(random.next()));
  result.moves = std::string(digits) + std::string(48, '0');
  return result;
}

/// Plays without bots what Ladder does: pairing, result, table, end of old matches.
Played play(Store& store, int matches, const std::string& record) {
  Played played;
  simulation::Random random(1);
  const auto strengths = simulation::strengths(kEntrants, 1);
  LadderPairing pairing(2, false);
  KeptMatches kept(kKeep, std::nullopt);
  std::vector<StoreWrite> writes;
  for (Entrant entrant = 0; entrant < kEntrants; ++entrant) {
    pairing.arrive(entrant);
    StoredEntrant stored;
    stored.number = entrant;
    stored.name = "bot" + std::to_string(entrant);
    stored.joined = "2026-11-20T08:00:00Z";
    writes.emplace_back(store_write::PutEntrant{std::move(stored)});
  }
  double early = 0;
  for (int number = 1; number <= matches; ++number) {
    const auto seats = pairing.next().value();
    played.table.begin(number);
    const LadderGame result = result_of(simulation::play(strengths, seats[0], seats[1], random), random);
    const std::string match = MatchPlace{1, number, 1}.id();
    writes.emplace_back(
        store_write::BeginAttempt{{match, 1, number, 1, 1, StoredAttempt::Status::running, ""}, "{}\n"});
    writes.emplace_back(
        store_write::FinishAttempt{match, 1, StoredAttempt::Status::done, game_result_json(result), record});
    played.table.add(number, result, kStart + number);
    kept.add({1, number, 1}, {result, 1, kStart + number});
    pairing.end(seats);
    if (number % kBatch == 0 || number == matches) {
      const auto begun = std::chrono::steady_clock::now();
      if (number % (20 * kBatch) == 0 || number == matches) {
        played.table.estimate(kStart + number);
        played.estimate = seconds_since(begun);
      }
      writes.emplace_back(store_write::SetMeta{meta_key::kLadder, played.table.json()});
      for (const MatchPlace& old : kept.take_expired(kStart + number)) {
        writes.emplace_back(store_write::ForgetMatch{old.id()});
      }
      store.apply(writes);
      writes.clear();
    }
    if (number == matches / 5) {
      early = memory();
    }
  }
  played.memory_growth = memory() - early;
  return played;
}

void begin(Store& store, const TournamentFormat& format) {
  const nlohmann::json frozen = {{"game", "walls"},
                                 {"options", {{"n", 5}}},
                                 {"format", format.json()},
                                 {"seed", nullptr},
                                 {"instances", nullptr}};
  store.apply({store_write::SetMeta{meta_key::kFrozen, frozen.dump()},
               store_write::SetMeta{meta_key::kName, "bench"}});
}

double best_of(int tries, const auto& work) {
  double best = 1e9;
  for (int i = 0; i < tries; ++i) {
    const auto begun = std::chrono::steady_clock::now();
    work();
    best = std::min(best, seconds_since(begun));
  }
  return best;
}

/// Seconds in which the records of 100 matches are removed beside so many others.
double removal_beside(const std::filesystem::path& folder, int others) {
  constexpr int kRemoved = 100;
  const std::filesystem::path reports = folder / "ladder_bench_reports";
  std::filesystem::remove_all(reports);
  RecordFiles files(reports, Sync::none);
  for (int number = 1; number <= others + kRemoved; ++number) {
    files.write(MatchPlace{1, number, 1}.id(), 1, false, "");
  }
  files.remove("none", 1);  // the first one lists the folder
  const auto begun = std::chrono::steady_clock::now();
  for (int number = 1; number <= kRemoved; ++number) {
    files.remove(MatchPlace{1, others + number, 1}.id(), 1);
  }
  const double seconds = seconds_since(begun);
  std::filesystem::remove_all(reports);
  return seconds;
}

}  // namespace

int main(int argc, char** argv) {
  const std::filesystem::path folder = argc > 1 ? argv[1] : ".";
  const int matches = argc > 2 ? std::max(1000, std::atoi(argv[2])) : 100'000;
  const std::filesystem::path file = folder / "ladder_bench.db";
  for (const char* end : {"", "-wal", "-shm"}) {
    std::filesystem::remove(file.string() + end);
  }
  const auto format = read_format({{"kind", "ladder"}}, "format", {2, 1});
  const auto store = open_store(StoreUri(file), StoreAccess::exclusive);
  begin(*store, *format);
  std::string record;
  simulation::Random random(2);
  while (record.size() < kRecord) {
    record += std::to_string(random.next()) + "\n";
  }
  const Played played = play(*store, matches, record);

  PageParts parts;
  parts.tournament = "bench";
  parts.game = "walls";
  parts.format = format;
  for (Entrant entrant = 0; entrant < kEntrants; ++entrant) {
    const std::string name = "bot" + std::to_string(entrant);
    parts.history.entrants.push_back({.name = name, .display = name});
  }
  parts.history.ladder = std::make_shared<const LadderTable>(played.table);
  const double standings = best_of(5, [&] {
    if (page_of(parts).rows.size() != kEntrants) {
      std::abort();
    }
  });
  const StoreContent content = store->load();
  const double sums = best_of(5, [&] {
    if (LadderSums(content, *format).table().matches() != matches) {
      std::fprintf(stderr, "ladder_bench: the store has not all matches\n");
      std::exit(1);
    }
  });
  const double bytes = static_cast<double>(std::filesystem::file_size(file));
  bench::print({"ladder, standings", bench::quantity(kMostSeconds, 3, "s"),
                bench::quantity(standings, 4, "s"), standings / kMostSeconds, "<= 1.00"});
  bench::print({"ladder, sums from the store", bench::quantity(kMostSeconds, 3, "s"),
                bench::quantity(sums, 4, "s"), sums / kMostSeconds, "<= 1.00"});
  bench::print({"ladder, store", bench::quantity(kMostBytes / 1e6, 0, "MB"),
                bench::quantity(bytes / 1e6, 1, "MB"), bytes / kMostBytes, "<= 1.00"});
  bench::print({"ladder, memory of 4/5 of the matches", bench::quantity(64, 0, "MB"),
                bench::quantity(played.memory_growth / 1e6, 1, "MB"), played.memory_growth / 64e6,
                "<= 1.00"});
  const double few = removal_beside(folder, 100);
  const double many = removal_beside(folder, matches / 2);
  bench::print({"ladder, removal of 100 records beside " + std::to_string(matches / 2),
                bench::quantity(1e3 * few, 2, "ms"), bench::quantity(1e3 * many, 2, "ms"), many / few,
                "<= 5.00"});
  std::printf("an estimate of all ratings took %.3f s\n", played.estimate);
  return 0;
}
