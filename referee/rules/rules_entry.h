#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "referee/process/inside/sandbox_spec.h"
#include "referee/rules/rules_folder.h"
#include "referee/rules/rules_game.h"

namespace referee::rules {

/// A folder of rules as a game among the others.
class RulesEntry final : public engines::Entry {
 public:
  explicit RulesEntry(RulesHost host);

  std::unique_ptr<engines::Game> make(const Json& options, const engines::Seed& seed) const override;
  std::unique_ptr<engines::Game> begin(const Json& options, const engines::Seed& seed,
                                       const engines::Poster& poster) const override;
  engines::Facts facts(const Json& options) const override { return host_.folder->facts(options); }
  std::string rules_sha256() const override { return host_.folder->sha256(); }
  std::string folder() const override { return host_.folder->path().string(); }

 private:
  RulesHost host_;
};

/// How a program of `folder` is hosted, on `thread`.
RulesHost host_rules(const std::shared_ptr<RulesThread>& thread, const std::filesystem::path& folder);

/// The game of a folder of rules as the folder is now, which engines::find_game() finds from now on. One that
/// has the name and content of a game that is open is that game. Its program starts when a match begins, and
/// ends with this process at the latest. Any thread may call it.
///
/// `least`: the weakest sandbox that will do, of the first call in this process. Throws fields::Exception or
/// std::invalid_argument, with file and key path, for a folder that its author has to mend, and for one whose
/// name a game of ours has; std::system_error.
const engines::Entry& open_rules(const std::filesystem::path& folder,
                                 SandboxLevel least = SandboxLevel::basic);

/// The weakest sandbox that will do for matches of that game where `asked` was asked for: a match program
/// starts others, which the level `basic` forbids.
SandboxLevel least_sandbox(const engines::Entry& game, SandboxLevel asked);

/// The commands of a game's own opponents, by name, and the folder that they run in; nullptr for a game that
/// open_rules() has not returned.
const RulesFolder* rules_folder_of(const engines::Entry& game);

}  // namespace referee::rules
