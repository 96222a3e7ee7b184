#pragma once

#include <memory>
#include <string>

#include "engines/registry.h"
#include "referee/rules/rules_folder.h"

namespace referee::rules {

/// A folder with a match program as a game among the others.
class MatchProgramEntry final : public engines::Entry {
 public:
  explicit MatchProgramEntry(std::shared_ptr<const RulesFolder> folder);

  std::unique_ptr<engines::Game> make(const Json& options, const engines::Seed& seed) const override;
  engines::Facts facts(const Json& options) const override { return folder_->facts(options); }
  std::string rules_sha256() const override { return folder_->sha256(); }
  std::string folder() const override { return folder_->path().string(); }
  bool has_turns() const override { return false; }

 private:
  std::shared_ptr<const RulesFolder> folder_;
};

}  // namespace referee::rules
