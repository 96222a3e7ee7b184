#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "referee/clocks/clock_spec.h"
#include "referee/games/option_files.h"
#include "referee/match/match_seeds.h"
#include "referee/record/match_spec.h"
#include "referee/score/rubric.h"
#include "referee/tournament/config/instances.h"

namespace referee::score {

/// What all items of a rubric share.
struct ItemContext {
  const engines::Entry& game;
  const nlohmann::json& options;  ///< the rubric's own, with the contents of files
  const nlohmann::json& written;  ///< the rubric's own options, with the names of files
  std::filesystem::path folder;   ///< of the rubric, where these names begin
  const ClockSpec& clock;
  std::uint64_t seed = 0;
  OptionFiles& files;
};

/// Reads item `number`, from 1, that stands at `path`. Throws fields::Exception below it, or
/// std::invalid_argument for the file of a map or a maze.
RubricItem read_item(const nlohmann::json& json, const std::string& path, int number,
                     const ItemContext& context);

/// An item is played for these marks: on `instances` with seeds that follow from `seeds` and the item's
/// `number`, from 1. Fills in its marks, points, opponents and games; of options only the complete ones.
void plan_marks(RubricItem& item, Marks marks, const Instances& instances, const MatchSeeds& seeds,
                int number);

/// For messages: what is expected instead of a measure that this game does not have; empty if it has it.
std::string instead_of(const Measured& measured, const RubricItem& item, const engines::Entry& game);

/// The seeds of a rubric's matches. configs/rubrics/README.md has the formula.
MatchSeeds seeds_of(std::uint64_t rubric_seed);

}  // namespace referee::score
