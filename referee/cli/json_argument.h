#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <nlohmann/json_fwd.hpp>

#include "referee/tournament/config/config.h"

namespace referee {

/// Reads a value given on the command line: JSON text, or @FILE for the JSON in a file. Throws
/// std::invalid_argument, naming the text or the file and what is wrong with it.
nlohmann::json read_json_argument(const std::string& text);

/// Reads KEY=VALUE arguments as one object. A VALUE that is not JSON is taken as a string, so that map=spiral
/// needs no quotes. Throws std::invalid_argument.
nlohmann::json read_options(const std::vector<std::string>& arguments);

/// A tournament file on the command line, and the options that override keys of it. CLI11 writes to this
/// object, so it must outlive the parsing: commands hold it in a shared_ptr.
struct ConfigArgument {
  std::string file;
  std::string store;    ///< empty: as in the file
  std::string reports;  ///< empty: as in the file
  std::optional<std::uint64_t> seed;
  std::optional<std::int64_t> memory_mib;

  /// Adds CONFIG, --store, --reports, --seed and --memory-mib to `command`.
  void add_to(CLI::App& command);
  /// Loads the file with the overrides. Throws as TournamentConfig::load.
  TournamentConfig load() const;
  /// This tournament with the overrides.
  TournamentConfig overriding(TournamentConfig config) const;
};

}  // namespace referee
