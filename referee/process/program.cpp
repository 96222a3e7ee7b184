#include "referee/process/program.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

namespace referee {
namespace {

constexpr std::string_view kUsualPath = "/bin:/usr/bin";  // what posix_spawnp looks through without PATH

std::filesystem::path samples_folder() {
  return std::filesystem::path(this_program()).parent_path() / "sample_bots";
}

bool is_executable_file(const std::filesystem::path& path) {
  std::error_code missing;
  return std::filesystem::is_regular_file(path, missing) && ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::string this_program() { return std::filesystem::read_symlink("/proc/self/exe").string(); }

std::optional<std::string> find_sample_bot(const std::string& name) {
  if (name.empty() || name.find('/') != std::string::npos) {
    return std::nullopt;
  }
  const std::filesystem::path path = samples_folder() / name;
  std::error_code missing;
  return std::filesystem::is_regular_file(path, missing) ? std::optional(path.string()) : std::nullopt;
}

std::string sample_bot_names(std::string_view prefix) {
  std::vector<std::string> names;
  std::error_code missing;
  for (const auto& entry : std::filesystem::directory_iterator(samples_folder(), missing)) {
    names.push_back(entry.path().filename().string());
  }
  std::ranges::sort(names);
  std::string text;
  for (const std::string& name : names) {
    text.append(text.empty() ? "" : ", ").append(prefix).append(name);
  }
  return text;
}

std::optional<std::string> find_program(const std::string& program) {
  if (program.empty() || program.find('/') != std::string::npos) {
    return is_executable_file(program) ? std::optional(program) : std::nullopt;
  }
  const char* const set = std::getenv("PATH");
  std::string_view folders = set == nullptr ? kUsualPath : std::string_view(set);
  while (true) {
    const std::size_t colon = folders.find(':');
    const std::string_view folder = folders.substr(0, colon);
    // An empty entry of PATH is the current folder.
    const auto path = std::filesystem::path(folder.empty() ? "." : folder) / program;
    if (is_executable_file(path)) {
      return path.string();
    }
    if (colon == std::string_view::npos) {
      return std::nullopt;
    }
    folders.remove_prefix(colon + 1);
  }
}

}  // namespace referee
