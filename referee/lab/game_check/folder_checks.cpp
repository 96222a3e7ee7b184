// The checks of what lies in the folder, and of what the program costs.
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <future>
#include <stdexcept>
#include <variant>

#include "protocol/fields.h"
#include "referee/base/files.h"
#include "referee/base/input.h"
#include "referee/base/kernel_time.h"
#include "referee/base/text.h"
#include "referee/games/any/board_picture.h"
#include "referee/lab/game_check/check_outcome.h"
#include "referee/lab/game_check/game_checks.h"
#include "referee/lab/game_check/game_examination.h"
#include "referee/record/replay.h"

namespace referee {
namespace {

constexpr std::chrono::seconds kLongestBots{30};
constexpr std::int64_t kMostGrowthKib = 32 * 1024;
constexpr double kSlowRate = 50;  // turns a second: with fewer a tournament waits for the rules
constexpr std::int64_t kMostRecordMib = 64;
constexpr std::int64_t kMostReadmeMib = 64;

/// How many pictures the views of a position have. One that cannot be drawn is a fault. `line`: the answer.
std::size_t pictures_in(const rules::Position& position, const std::string& line) {
  std::size_t drawn = 0;
  std::vector<std::string> views = position.views;
  views.push_back(position.view);
  views.push_back(position.spectator_view);
  for (const std::string& text : views) {
    const engines::Json view = text.empty() ? engines::Json() : engines::Json::parse(text);
    if (!view.is_object() || !view.contains("picture")) {
      continue;
    }
    const auto read = BoardPicture::read(view.at("picture"), "view.picture");
    if (const auto* const wrong = std::get_if<fields::Error>(&read)) {
      throw GameFault{&game_check::kPictures, wrong->text(), line};
    }
    ++drawn;
  }
  return drawn;
}

}  // namespace

std::string GameExamination::pictures() {
  engines::Rng rng(0);
  const auto match = trial(0);
  std::size_t drawn = 0;
  for (std::size_t step = 0; !late(); ++step) {
    drawn += pictures_in(match->position(), match->heard().back());
    if (match->over() || step == kMostStepsTried) {
      break;
    }
    play_on(*match, rng, 1);
  }
  if (drawn == 0) {
    throw NotReached{"no view has a picture: people see views as text"};
  }
  return std::to_string(drawn) + " pictures can be drawn";
}

std::string GameExamination::readme() {
  constexpr std::string_view kOfNewGame = "Say here what a player may do";  // what it begins with there
  const std::filesystem::path file = folder_ / "README.md";
  if (!std::filesystem::is_regular_file(file)) {
    throw Advice{"there is none: what do authors of bots read?"};
  }
  if (read_whole_file(file, kMostReadmeMib).find(kOfNewGame) != std::string::npos) {
    throw Advice{"it is still the one of `referee new-game`"};
  }
  return "";
}

std::string GameExamination::records() {
  std::vector<std::filesystem::path> records;
  const std::filesystem::path folder = folder_ / "records";
  if (std::filesystem::is_directory(folder)) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() == ".jsonl") {
        records.push_back(entry.path());
      }
    }
  }
  if (records.empty()) {
    throw NotReached{"there is no record in records/"};
  }
  std::ranges::sort(records);
  try {
    (void)rules::open_rules(folder_, least_);
  } catch (const std::invalid_argument& other) {
    throw NotReached{other.what()};
  }
  std::size_t verified_records = 0;
  for (const auto& path : records) {
    if (late()) {
      break;
    }
    ++verified_records;
    const Verified verified = verify_record(read_whole_file(path, kMostRecordMib));
    if (verified.difference) {
      throw GameFault{&game_check::kRecords,
                      "records/" + path.filename().string() + ": " + verified.difference->text(),
                      {}};
    }
  }
  return counted(verified_records, records.size(),
                 records.size() == 1 ? "record plays again" : "records play again");
}

std::string GameExamination::bots() {
  if (host_.folder->game().bots.empty()) {
    throw NotReached{"game.json names no bots"};
  }
  const auto played = play_bots_(*host_.folder, std::min(end_, kernel_now() + kLongestBots));
  if (!played) {
    throw NotReached{"a match of the bots is not over after " + std::to_string(kLongestBots.count()) + " s"};
  }
  return *played;
}

/// All that the program and what it has started keep in memory.
std::int64_t GameExamination::memory_kib() const {
  const auto promise = std::make_shared<std::promise<std::vector<pid_t>>>();
  auto processes = promise->get_future();
  (void)thread_->post([promise, program = host_.program] { promise->set_value(program->processes()); });
  std::int64_t pages = 0;
  for (const pid_t process : processes.get()) {
    std::ifstream file("/proc/" + std::to_string(process) + "/statm");
    std::int64_t size = 0;
    std::int64_t resident = 0;
    if (file >> size >> resident) {
      pages += resident;
    }
  }
  return pages * ::sysconf(_SC_PAGESIZE) / 1024;
}

/// Measures memory() as well.
std::string GameExamination::speed() {
  const auto open = trial(0);  // keeps the program, and its answers come after each "end"
  const std::int64_t before = memory_kib();
  Nanoseconds slowest{0};
  const auto begun = kernel_now();
  for (std::uint64_t seed = 0; measured_ < turns_ && !late(); ++seed) {
    engines::Rng rng(seed);
    const auto one = trial(seed);
    one->only_movers_look();
    while (!one->over() && measured_ < turns_ && !late()) {
      const auto asked = kernel_now();
      play_on(*one, rng, 1);
      slowest = std::max(slowest, kernel_now() - asked);
      ++measured_;
    }
  }
  const std::chrono::duration<double> took = kernel_now() - begun;
  (void)trial(0);
  grown_kib_ = memory_kib() - before;
  const double rate = static_cast<double>(measured_) / took.count();
  const std::string words = decimal_text(rate < kSlowRate ? rate : std::floor(rate)) +
                            " turns a second, one match at a time. The slowest took " +
                            decimal_text(std::chrono::duration<double, std::milli>(slowest).count()) +
                            " of " + std::to_string(host_.folder->game().answer.count()) + " ms (answer_ms)";
  if (rate < kSlowRate) {
    throw Advice{words + ": a tournament waits for the rules. Make their slowest part faster"};
  }
  return words;
}

std::string GameExamination::memory() {
  if (measured_ == 0) {
    throw NotReached{"see: " + std::string(game_check::kSpeed.name)};
  }
  std::string words = std::to_string(std::max<std::int64_t>(grown_kib_, 0)) + " KiB more after " +
                      std::to_string(measured_) + " turns";
  if (grown_kib_ > kMostGrowthKib) {
    throw GameFault{&game_check::kMemory, words, {}};
  }
  return words;
}

}  // namespace referee
