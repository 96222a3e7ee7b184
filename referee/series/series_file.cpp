#include "referee/series/series_file.h"

#include <fcntl.h>
#include <sys/file.h>

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "protocol/fields.h"
#include "referee/base/files.h"
#include "referee/base/secrets.h"
#include "referee/base/strict_json.h"

namespace referee {
namespace {

constexpr const char* kEnding = ".series.json";

/// Takes the lock, which the system drops when the program ends, however it ends.
FileDescriptor locked(const std::filesystem::path& path) {
  FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) {
    throw_cannot("read", path);
  }
  if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    throw std::runtime_error(path.string() + ": this series is being played by another referee");
  }
  return file;
}

SeriesFile::Content read_content(const std::filesystem::path& path) {
  const nlohmann::json read = parse_strict(read_small_file(path), path.string());
  fields::Object in(read, path.string());
  in.integer("series", {1, 1});
  SeriesFile::Content content;
  content.run = in.text("run", 100);
  content.seed = static_cast<std::uint64_t>(in.integer("seed", {0, static_cast<std::int64_t>(kMaxSeed)}));
  content.salts = in.text("salts", 32);
  const nlohmann::json* const asked = in.value("asked");
  in.require();
  content.asked = *asked;
  return content;
}

}  // namespace

std::filesystem::path SeriesFile::path_of(const std::filesystem::path& reports, const std::string& run) {
  return reports / (run + kEnding);
}

SeriesFile SeriesFile::begin(const std::filesystem::path& reports, Content content) {
  const std::filesystem::path path = path_of(reports, content.run);
  const nlohmann::json json = {{"series", 1},
                               {"run", content.run},
                               {"seed", content.seed},
                               {"salts", content.salts},
                               {"asked", content.asked}};
  write_file_atomically(path, json.dump(2) + "\n", Sync::disk);
  return {std::move(content), locked(path)};
}

std::optional<SeriesFile> SeriesFile::find(const std::filesystem::path& reports, const nlohmann::json& asked,
                                           std::optional<std::uint64_t> seed) {
  std::vector<std::filesystem::path> paths;
  std::error_code missing;
  for (const auto& entry : std::filesystem::directory_iterator(reports, missing)) {
    if (entry.path().filename().string().ends_with(kEnding)) {
      paths.push_back(entry.path());
    }
  }
  std::ranges::sort(paths, [](const auto& one, const auto& other) {
    return std::filesystem::last_write_time(one) > std::filesystem::last_write_time(other);
  });
  for (const std::filesystem::path& path : paths) {
    Content content = read_content(path);
    if (content.asked == asked && (!seed || *seed == content.seed)) {
      FileDescriptor lock = locked(path);
      return SeriesFile(std::move(content), std::move(lock));
    }
  }
  return std::nullopt;
}

}  // namespace referee
