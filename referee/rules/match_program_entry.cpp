#include "referee/rules/match_program_entry.h"

#include <utility>

#include "referee/rules/told_game.h"

namespace referee::rules {

MatchProgramEntry::MatchProgramEntry(std::shared_ptr<const RulesFolder> folder)
    : Entry(folder->game().name, folder->game().version, folder->game().clock), folder_(std::move(folder)) {
  ranks_by_score = folder_->game().ranks_by_score;
  title = folder_->game().title;
}

std::unique_ptr<engines::Game> MatchProgramEntry::make(const Json& options, const engines::Seed&) const {
  return std::make_unique<ToldGame>(folder_->facts(options));
}

}  // namespace referee::rules
