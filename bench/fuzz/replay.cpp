/// Hands the files of corpora to their targets, without a fuzzer: what was found once stays mended.
/// Usage: fuzz_replay CORPUS [TARGET]: CORPUS has a folder for each target. Ends with 1 if a folder is
/// missing or empty; where a target breaks a promise, the process dies behind the line that names the file.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "bench/fuzz/targets.h"

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_of(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code missing;
  for (const auto& entry : fs::directory_iterator(folder, missing)) {
    files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

bool replay(const fuzz::Target& target, const fs::path& folder) {
  const auto files = files_of(folder);
  for (const fs::path& file : files) {
    std::cerr << target.name << " " << file.filename().string() << std::endl;  // flushed: the target may die
    const std::string text = text_of(file);
    target.read(text);
  }
  if (files.empty()) {
    std::cerr << "no inputs in " << folder << "\n";
  }
  return !files.empty();
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.empty() || arguments.size() > 2) {
    std::cerr << "usage: fuzz_replay CORPUS [TARGET]\n";
    return 2;
  }
  bool all = true;
  std::size_t replayed = 0;
  for (const fuzz::Target& target : fuzz::targets()) {
    if (arguments.size() == 1 || arguments[1] == target.name) {
      all = replay(target, fs::path(arguments[0]) / target.name) && all;
      ++replayed;
    }
  }
  return all && replayed > 0 ? 0 : 1;
}
