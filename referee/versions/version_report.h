#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/prepare/report.h"

namespace referee::versions {

/// What is known of a version beside its row in the store: StoredVersion::report.
struct VersionReport {
  /// The stage of a version that failed because the machine did: the same content may be handed in again.
  static constexpr std::string_view kMachine = "machine";

  std::string name;     ///< of the file as it was handed in: "bot.zip"
  std::string folder;   ///< what was handed in is in this folder of VersionFolder::files()
  std::string stage;    ///< prepare::name_of(Stage): where it failed, or "ready"; or kMachine; "": waiting
  std::string problem;  ///< a sentence for the author; "" if it is ready
  std::string output;   ///< the end of what the build printed, or the end of the bot's standard error
  std::vector<std::string> command = {};   ///< starts it in its built folder
  std::vector<std::string> left_out = {};  ///< files that were not copied, for people
  std::string adapter = {};                ///< the name of the convention that it plays by; "": none
  bool pipes = false;                      ///< its standard input and output are pipes
  double build_seconds = 0;
  std::optional<double> turn_ms = {};  ///< what its first answer was charged
  std::uint64_t built_bytes = 0;       ///< of all files of the built bot

  /// The report of what was prepared, without name and folder. `adapter`: the name of the convention that it
  /// plays by, or "". `pipes`: its standard input and output are pipes.
  static VersionReport of(prepare::PreparationReport report, std::string adapter, bool pipes);

  std::string json() const;
  /// Throws fields::Exception for text that is no report: the store is damaged.
  static VersionReport read(const std::string& json);
};

}  // namespace referee::versions
