#include "referee/score/graded_entrant.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "protocol/messages.h"
#include "protocol/sha256.h"
#include "referee/adapt/adapter.h"
#include "referee/tournament/run/entrant_program.h"
#include "referee/tournament/run/opened_store.h"
#include "referee/versions/version_data.h"
#include "referee/versions/version_folder.h"
#include "referee/versions/versions.h"

namespace referee::score {
namespace {

namespace fs = std::filesystem;

const EntrantSpec* spec_of(const TournamentConfig& config, const std::string& folded) {
  const auto found = std::ranges::find_if(
      config.entrants, [&](const EntrantSpec& spec) { return protocol::folded_name(spec.name) == folded; });
  return found == config.entrants.end() ? nullptr : &*found;
}

/// SHA-256 of what `program_hash` is of, and of how it is started.
std::string hash_of(const TournamentConfig& config, const GradedEntrant& graded, const fs::path& folder) {
  const BotCommand& bot = *graded.bot;
  EntrantSpec spec{.name = graded.name, .display = "", .bot = bot};
  spec.folder = folder;
  protocol::Sha256 hash;
  hash.add(program_hash(spec, config.sandbox)).add("\n");
  hash.add(bot.adapter == nullptr ? "" : bot.adapter->name).add("\n").add(name_of(bot.stdio)).add("\n");
  return hash.add(std::to_string(bot.confinement ? bot.confinement->memory_mib : 0)).hex();
}

void take_version(const TournamentConfig& config, const StoreContent& content, const StoredEntrant& entrant,
                  GradedEntrant& graded) {
  const versions::VersionFolder folder(config.store);
  const fs::path built = folder.built(entrant.number, graded.version);
  const StoredVersion* const stored = versions::find_version(content, entrant.number, graded.version);
  if (stored == nullptr || stored->status != StoredVersion::Status::ready || !fs::exists(built)) {
    graded.why_not = "submission " + std::to_string(graded.version) + " is missing in " +
                     folder.root().string() + ": its student submits it again";
    return;
  }
  graded.bot = versions::bot_of(config, folder, *stored);
  graded.sha256 = hash_of(config, graded, built);
}

void take_command(const TournamentConfig& config, const EntrantSpec& spec, GradedEntrant& graded) {
  graded.bot = spec.bot;
  if (graded.bot->confinement) {
    graded.bot->confinement->hidden = config.hidden_from(*graded.bot->confinement);
  }
  graded.bot->files = files_of(*graded.bot);
  graded.sha256 = hash_of(config, graded, spec.folder);
}

GradedEntrant graded_entrant(const TournamentConfig& config, const StoreContent& content,
                             const StoredEntrant& entrant, const EntrantSpec* spec) {
  GradedEntrant graded{.name = entrant.name, .display = entrant.display};
  graded.version = versions::next_version(content, entrant).value_or(entrant.version);
  if (graded.version != 0) {
    take_version(config, content, entrant, graded);
  } else if (spec != nullptr && !spec->gone.empty()) {
    graded.why_not = config.file + ": " + spec->gone;
  } else if (spec != nullptr && spec->bot) {
    take_command(config, *spec, graded);
  } else if (entrant.token_sha256.empty()) {
    graded.why_not = config.file + " does not name it any more";
  } else {
    graded.why_not = "it dials in, and has submitted no program that plays";
  }
  return graded;
}

}  // namespace

std::vector<GradedEntrant> graded_entrants(const TournamentConfig& config, const StoreContent& content) {
  std::vector<GradedEntrant> all;
  for (const StoredEntrant& entrant : content.entrants) {
    const EntrantSpec* const spec = spec_of(config, protocol::folded_name(entrant.name));
    if (spec == nullptr || !spec->staff) {
      all.push_back(graded_entrant(config, content, entrant, spec));
    }
  }
  const auto gone = std::ranges::find_if(
      config.entrants, [](const EntrantSpec& spec) { return !spec.staff && !spec.gone.empty(); });
  if (gone != config.entrants.end() &&
      std::ranges::none_of(all, [](const GradedEntrant& graded) { return graded.bot.has_value(); })) {
    throw std::invalid_argument(config.file + ": " + gone->gone);
  }
  return all;
}

}  // namespace referee::score
