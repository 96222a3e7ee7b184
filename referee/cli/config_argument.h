#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <CLI/App.hpp>

#include "referee/tournament/config/config.h"

namespace referee {

/// A tournament file on the command line, and the options that override keys of it. What CLI11 writes to must
/// outlive the parsing: commands hold it in a shared_ptr.
struct ConfigArgument {
  std::string file;
  std::string store;    ///< empty: as in the file
  std::string reports;  ///< empty: as in the file
  std::optional<std::uint64_t> seed;

  /// Adds CONFIG, --store, --reports and --seed to `command`.
  void add_to(CLI::App& command);
  /// The file with the overrides. Throws as TournamentConfig::load.
  TournamentConfig load() const;
};

}  // namespace referee
