#include "referee/cli/config_argument.h"

#include <CLI/CLI.hpp>

#include "referee/base/secrets.h"

namespace referee {

void ConfigArgument::add_to(CLI::App& command) {
  command.add_option("CONFIG", file, "A tournament file; configs/README.md explains its keys")->required();
  command.add_option("--store", store, "Where results are kept; overrides the file's \"store\"");
  command.add_option("--reports", reports, "Folder for reports; overrides the file's \"reports\"");
  command.add_option("--seed", seed, "Of the whole tournament; overrides the file's \"seed\"")
      ->check(CLI::Range(std::uint64_t{0}, kMaxSeed));
}

TournamentConfig ConfigArgument::load() const {
  TournamentConfig config = TournamentConfig::load(file);
  if (!store.empty()) {
    config.store = store;
  }
  if (!reports.empty()) {
    config.reports = reports;
  }
  if (seed) {
    config.seed = seed;
  }
  return config;
}

}  // namespace referee
