// A separate process that uses a store, for the tests that kill it, lock it out, or fill its disk.
//   hold FILE          opens the store, says "open", waits to be killed
//   count FILE         writes game after game, saying "begun N" and "done N" when that is on the disk
//   fill FILE limit|disk
//                      finishes games until the file size limit (which it sets itself) or the disk refuses;
//                      then makes room (lifts the limit, or removes FILE.ballast) and writes one more
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <iostream>
#include <string>
#include <string_view>

#include "referee/store/sqlite_store.h"
#include "tests/referee/store/sample_writes.h"

namespace {

using referee::SqliteStore;
using referee::StoreError;
using referee::StoreWrite;
using test_support::begin_attempt;
using test_support::finish_attempt;
using test_support::journal;

constexpr rlim_t kSmallFile = 1'000'000;

void say(const std::string& what) { std::cout << what << std::endl; }

void count(SqliteStore& store) {
  for (int number = static_cast<int>(store.load().games.size()) + 1;; ++number) {
    store.apply({begin_attempt(number), journal(number, std::string(2000, 'j'))});
    say("begun " + std::to_string(number));
    store.apply({finish_attempt(number), referee::store_write::SetMeta{"last", std::to_string(number)},
                 referee::store_write::AddChange{{"now", 1, std::to_string(number)}}});
    say("done " + std::to_string(number));
  }
}

void limit_file_size(rlim_t bytes) {
  rlimit limit{};
  ::getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = bytes;
  ::setrlimit(RLIMIT_FSIZE, &limit);
}

void finish_large_game(SqliteStore& store, int number) {
  auto finish = finish_attempt(number);
  finish.record = std::string(100'000, 'r');
  store.apply({begin_attempt(number), finish});
}

void fill(SqliteStore& store, const std::string& file, bool by_limit) {
  if (by_limit) {
    std::signal(SIGXFSZ, SIG_IGN);
    limit_file_size(kSmallFile);
  }
  int number = 1;
  try {
    while (true) {
      finish_large_game(store, number);
      say("done " + std::to_string(number));
      ++number;
    }
  } catch (const StoreError& error) {
    say(std::string("refused: ") + error.what());
  }
  if (by_limit) {
    limit_file_size(RLIM_INFINITY);
  } else {
    std::filesystem::remove(file + ".ballast");
  }
  say("games " + std::to_string(store.load().games.size()));
  finish_large_game(store, number);
  say("after " + std::to_string(number));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    return 2;
  }
  const std::string_view mode = argv[1];
  try {
    SqliteStore store(argv[2], SqliteStore::Access::exclusive);
    if (mode == "hold") {
      say("open");
      ::pause();
    } else if (mode == "count") {
      count(store);
    } else {
      fill(store, argv[2], argc > 3 && std::string_view(argv[3]) == "limit");
    }
  } catch (const StoreError& error) {
    std::cerr << error.what() << '\n';
    return 3;
  }
  return 0;
}
