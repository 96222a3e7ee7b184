#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace referee::prepare {

/// What must be done before a submission can play.
struct Build {
  /// The submission is an archive of this name (a shell's pattern). Empty: any, or the folder itself if there
  /// is none. Absent: the folder itself.
  std::optional<std::string> archive;
  std::optional<std::string> folder;  ///< the folder in the submission that has to hold all files: "iap"
  std::vector<std::string> require;   ///< required files: a shell's patterns
  /// Files and folders of the course, which students do not hand in: copied into that folder before the
  /// build, each under its last name. Paths from the current folder; they existed when the rubric was read.
  std::vector<std::filesystem::path> provide;
  std::string command;  ///< run by sh in that folder; empty: no command
  std::int64_t timeout_s = 60;

  /// Relative paths in `provide` begin at `beside`. Throws fields::Exception below `path`.
  static Build read(const nlohmann::json& json, const std::string& path,
                    const std::filesystem::path& beside = {});
  /// What read() reads; paths in `provide` as they are.
  nlohmann::json json() const;
};

}  // namespace referee::prepare
