/// Writes the records of random matches, for `referee verify` and for checkers that others write.
/// scripts/random-records describes its use.
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "bench/search/random_records/random_match.h"
#include "referee/base/secrets.h"

namespace {

constexpr std::uint64_t kMaxCount = 100'000;

std::optional<std::uint64_t> number_in(std::string_view text, std::uint64_t min, std::uint64_t max) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && number >= min && number <= max ? std::optional(number) : std::nullopt;
}

int wrong(const std::string& what) {
  std::cerr << what << "\nusage: random_records GAME COUNT SEED DIR\n";
  return 2;
}

std::string names() {
  std::string list;
  for (const auto& game : random_records::random_games()) {
    list.append(list.empty() ? "" : ", ").append(game.name);
  }
  return list;
}

int write_all(const random_records::RandomGame& game, std::uint64_t count, std::uint64_t seed,
              const std::filesystem::path& folder) {
  for (std::uint64_t number = 0; number < count; ++number) {
    const auto match = random_records::play_random_match(game, seed, number);
    const auto path = folder / (match.id + ".jsonl");
    std::ofstream file(path, std::ios::binary);
    if (!file.write(match.record.data(), static_cast<std::streamsize>(match.record.size())).flush()) {
      std::cerr << path.string() << ": cannot be written\n";
      return 3;
    }
  }
  return 0;
}

int run(const std::vector<std::string_view>& words) {
  if (words.size() != 4) {
    return wrong("four arguments are needed");
  }
  const auto* game = random_records::find_random_game(words[0]);
  const auto count = number_in(words[1], 1, kMaxCount);
  const auto seed = number_in(words[2], 0, referee::kMaxSeed);
  const std::filesystem::path folder(words[3]);
  if (game == nullptr) {
    return wrong("GAME: got " + std::string(words[0]) + ", expected one of " + names());
  }
  if (!count) {
    return wrong("COUNT: got " + std::string(words[1]) + ", expected an integer from 1 to 100000");
  }
  if (!seed) {
    return wrong("SEED: got " + std::string(words[2]) + ", expected an integer from 0 to 2^53-1");
  }
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error || !std::filesystem::is_directory(folder) || !std::filesystem::is_empty(folder, error)) {
    return wrong("DIR: got " + folder.string() + ", expected a new or empty folder");
  }
  return write_all(*game, *count, *seed, folder);
}

}  // namespace

int main(int argc, char** argv) { return run({argv + 1, argv + argc}); }
