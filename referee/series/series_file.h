#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "referee/base/file_descriptor.h"

namespace referee {

/// What an interrupted series needs to go on: REPORTS/RUN.series.json. The games that were played are the
/// records RUNgI.jsonl.
class SeriesFile {
 public:
  /// What the run was begun with: all that decides what is played. `asked` says it as JSON; a run goes on
  /// only if that is the same.
  struct Content {
    std::string run;     ///< see RecordFiles::reserve_run()
    std::uint64_t seed;  ///< of the first group
    std::string salts;   ///< see SeriesSpec::salts
    nlohmann::json asked;
  };

  /// Writes the file of a new run, and keeps it locked. Throws std::system_error, naming the path.
  static SeriesFile begin(const std::filesystem::path& reports, Content content);
  /// The newest run in `reports` that was begun with `asked`, and with `seed` if one is given; nothing if
  /// there is none. Throws std::runtime_error if another program plays it, or if its file is not one of this
  /// program.
  static std::optional<SeriesFile> find(const std::filesystem::path& reports, const nlohmann::json& asked,
                                        std::optional<std::uint64_t> seed);
  /// Where the file of a run is.
  static std::filesystem::path path_of(const std::filesystem::path& reports, const std::string& run);

  const Content& content() const { return content_; }

 private:
  SeriesFile(Content content, FileDescriptor lock) : content_(std::move(content)), lock_(std::move(lock)) {}

  Content content_;
  FileDescriptor lock_;
};

}  // namespace referee
