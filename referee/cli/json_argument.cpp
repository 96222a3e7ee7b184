#include "referee/cli/json_argument.h"

#include <stdexcept>
#include <utility>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "referee/base/secrets.h"
#include "referee/base/strict_json.h"

namespace referee {

using Json = nlohmann::json;

Json read_json_argument(const std::string& text) {
  return text.starts_with('@') ? read_json_file(text.substr(1)) : parse_commented(text, "'" + text + "'");
}

Json read_options(const std::vector<std::string>& arguments) {
  Json options = Json::object();
  for (const std::string& argument : arguments) {
    const std::size_t equals = argument.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw std::invalid_argument("option '" + argument + "': expected KEY=VALUE, as n=7");
    }
    const std::string value = argument.substr(equals + 1);
    if (value.starts_with('@')) {
      options[argument.substr(0, equals)] = read_json_argument(value);
      continue;
    }
    Json parsed = Json::parse(value, nullptr, false);
    options[argument.substr(0, equals)] = parsed.is_discarded() ? Json(value) : std::move(parsed);
  }
  return options;
}

void ConfigArgument::add_to(CLI::App& command) {
  command
      .add_option("CONFIG", file, "A tournament file; docs/reference/tournament-file.md explains its keys")
      ->required();
  command
      .add_option(
          "--store", store,
          "Where results are kept: PATH, sqlite:PATH or postgresql:...; overrides the file's \"store\"")
      ->type_name("STORE");
  command.add_option("--reports", reports, "Folder for reports; overrides the file's \"reports\"")
      ->type_name("FOLDER");
  command.add_option("--seed", seed, "Of the whole tournament; overrides the file's \"seed\"")
      ->type_name("NUMBER")
      ->check(CLI::Range(std::uint64_t{0}, kMaxSeed));
  command
      .add_option("--memory-mib", memory_mib,
                  "What each launched bot and all that it starts may take together, in MiB; overrides the "
                  "file's \"memory_mib\"")
      ->type_name("MIB")
      ->check(CLI::Range(Confinement::kLeastMemoryMib, Confinement::kMostMemoryMib));
}

TournamentConfig ConfigArgument::load() const { return overriding(TournamentConfig::load(file)); }

TournamentConfig ConfigArgument::overriding(TournamentConfig config) const {
  if (!store.empty()) {
    config.store = StoreUri::parse(store);
  }
  if (!reports.empty()) {
    config.reports = reports;
  }
  if (seed) {
    config.seed = seed;
  }
  if (memory_mib) {
    config.bound_memory(*memory_mib);
  }
  return config;
}

}  // namespace referee
