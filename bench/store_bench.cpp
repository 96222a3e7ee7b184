// Results per second that are safe on the disk, one per commit: our store on its thread, while a match waits,
// over a bare loop of SQLite on the same disk with the same durability, one row of the same size per
// transaction. Usage: store_bench [FOLDER [ROUNDS]]   FOLDER: on the disk to measure
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/io_context.hpp>

#include "bench/figures.h"
#include "referee/store/sqlite_store.h"
#include "referee/store/store_writer.h"

namespace {

using namespace referee;

constexpr int kResults = 200;  // in a round
constexpr int kAtOnce = 20;    // matches that end together
const std::string kRecord(2000, 'r');

double a_second(int count, const std::function<void()>& work) {
  const auto begun = std::chrono::steady_clock::now();
  work();
  return count / std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
}

double bare(const std::filesystem::path& file) {
  SQLite::Database database(file.string(),
                            SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE | SQLite::OPEN_NOMUTEX);
  (void)database.execAndGet("PRAGMA journal_mode = WAL").getString();
  database.exec("PRAGMA synchronous = FULL");
  database.exec("CREATE TABLE record(game INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT");
  SQLite::Statement insert(database, "INSERT INTO record(text) VALUES(?)");
  return a_second(kResults, [&] {
    for (int i = 0; i < kResults; ++i) {
      insert.bindNoCopy(1, kRecord);
      insert.exec();
      insert.reset();
    }
  });
}

std::string match_id(int number) { return "r1t" + std::to_string(number) + "g1"; }

/// Matches that have begun, and whose results follow.
class Ends {
 public:
  explicit Ends(const std::filesystem::path& file) : store_(tasks_, open(file)) {}

  /// Lets `at_once` matches at a time wait until their results are on the disk.
  double results_a_second(int at_once) {
    return a_second(kResults, [&] {
      for (int worker = 0; worker < at_once; ++worker) {
        tasks_.start("end", finish(worker + 1, at_once));
      }
      io_.run();
      if (tasks_.first_failure()) {
        std::rethrow_exception(tasks_.first_failure());
      }
    });
  }

 private:
  static std::unique_ptr<Store> open(const std::filesystem::path& file) {
    auto store = std::make_unique<SqliteStore>(file, SqliteStore::Access::exclusive);
    std::vector<StoreWrite> begins;
    for (int number = 1; number <= kResults; ++number) {
      store_write::BeginAttempt begin;
      begin.game.match = match_id(number);
      begin.game.table = number;
      begin.header = kRecord.substr(0, 500);
      begins.emplace_back(std::move(begin));
    }
    store->apply(begins);
    return store;
  }

  Task<> finish(int first, int step) {
    for (int number = first; number <= kResults; number += step) {
      std::vector<StoreWrite> writes;
      writes.emplace_back(store_write::FinishAttempt{match_id(number), 1, StoredAttempt::Status::done,
                                                     R"({"scores":[1,0]})", kRecord});
      co_await store_.write(std::move(writes));
    }
  }

  boost::asio::io_context io_{1};
  Tasks tasks_{io_};
  StoreWriter store_;
};

void run(const std::filesystem::path& folder, int rounds) {
  std::vector<double> floors;
  std::vector<double> single;
  std::vector<double> together;
  std::vector<double> ratios;
  std::vector<double> ratios_together;
  for (int round = 0; round < rounds; ++round) {
    const std::filesystem::path place = folder / "store_bench";
    std::filesystem::remove_all(place);
    std::filesystem::create_directories(place);
    floors.push_back(bare(place / "bare.db"));
    single.push_back(Ends(place / "single.db").results_a_second(1));
    together.push_back(Ends(place / "together.db").results_a_second(kAtOnce));
    ratios.push_back(single.back() / floors.back());
    ratios_together.push_back(together.back() / floors.back());
    std::filesystem::remove_all(place);
  }
  const std::string floor = bench::quantity(bench::median(floors), 0, "commits/s");
  bench::print({"results made durable, one at a time", floor,
                bench::quantity(bench::median(single), 0, "results/s"), bench::median(ratios)});
  bench::print({"results made durable, 20 matches at once", floor,
                bench::quantity(bench::median(together), 0, "results/s"), bench::median(ratios_together)});
}

}  // namespace

int main(int argc, char** argv) try {
  run(argc > 1 ? argv[1] : ".", argc > 2 ? std::atoi(argv[2]) : 9);
} catch (const std::exception& error) {
  std::fprintf(stderr, "store_bench: %s\n", error.what());
  return 1;
}
