#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "referee/prepare/report.h"

namespace referee::versions {

/// What is known of a version beside its row in the store: StoredVersion::report.
struct VersionReport {
  std::string name;    ///< of the file as it was handed in: "bot.zip"
  std::string folder;  ///< what was handed in is in this folder of VersionFolder::files()
  std::optional<prepare::Report> prepared = {};  ///< what became of it; nothing: it waits
  std::string adapter = {};                      ///< the name of the convention that it plays by; "": none
  bool pipes = false;                            ///< its standard input and output are pipes

  bool is_ready() const { return prepared && prepared->is_ready(); }
  std::uint64_t built_bytes() const { return prepared ? prepared->built_bytes : 0; }

  std::string json() const;
  /// Throws fields::Exception for text that is no report: the store is damaged.
  static VersionReport read(const std::string& json);
};

}  // namespace referee::versions
