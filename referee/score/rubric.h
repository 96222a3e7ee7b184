#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "referee/clocks/clock_spec.h"
#include "referee/prepare/build.h"
#include "referee/process/bot_command.h"
#include "referee/score/criterion.h"
#include "referee/score/marks.h"
#include "referee/score/score_report.h"

namespace referee::score {

/// A match that an item asks for.
struct RubricGame {
  nlohmann::json options;  ///< complete
  /// The options that the rubric names: maps and mazes by name, or by a file's path from the current folder.
  nlohmann::json written;
  std::string instance;   ///< for people
  std::size_t entry = 0;  ///< Instance::entry
  std::uint64_t seed = 0;
  std::string salt;  ///< derived from the rubric's seed, so that secret deals are the same each time
  std::optional<double> attainable;  ///< the score that counts as all, for Measured::attained
};

/// Part of a rubric: some matches, and the points for them, by criteria or by marks.
struct RubricItem {
  std::string name;
  double points = 0;
  Visibility visibility = Visibility::visible;
  ClockSpec clock;
  /// Who takes the other seats: commands, see scored_game.h. One for all matches of an item with criteria;
  /// with marks one for each of their opponents.
  std::vector<std::vector<std::vector<std::string>>> line_ups;
  /// With criteria: in match i the submission sits at seat (i - 1) mod seats. With marks: one for each group.
  std::vector<RubricGame> games;
  std::size_t seats = 1;
  std::vector<Criterion> criteria;  ///< the least share of all is the item's; none with marks
  std::optional<Marks> marks;
};

/// A line of the leaderboard.
struct LeaderboardRule {
  std::string name;
  std::optional<Measured> measured;  ///< absent: the points of the submission
  std::optional<std::size_t> item;   ///< whose matches are measured; absent: those of all visible items
};

/// A grading scheme: configs/rubrics/*.json. Strictly read: unknown keys and wrong types are refused with
/// file, key path, value and what was expected.
struct Rubric {
  enum class Total : std::uint8_t {
    sum,  ///< points of all items are added
    best  ///< levels: the item with most earned points counts
  };

  std::string name;
  const engines::Entry* game = nullptr;
  std::uint64_t seed = 0;
  std::optional<std::string> sandbox;  ///< the least level accepted
  Stdio stdio = Stdio::tcp;            ///< how the submission is connected
  std::optional<std::string> adapter;  ///< "as": the adapter for submissions, by name
  bool keep_bots = false;  ///< bots that can stay in their processes for the next game of an item: KeptBots
  Total total = Total::sum;
  double threshold = 0;  ///< points that are enough; by default all
  std::optional<prepare::Build> build;
  std::vector<RubricItem> items;
  std::vector<LeaderboardRule> leaderboard;

  /// Throws fields::Exception or std::invalid_argument, naming the file.
  static Rubric load(const std::filesystem::path& file);
  /// Reads a rubric from JSON that stood in `file`. Throws fields::Exception or std::invalid_argument, naming
  /// the file.
  static Rubric read(const nlohmann::json& json, const std::filesystem::path& file);
  /// The sum, or the greatest, of the points of its items.
  double max_points() const;
  /// A summary for people: a line, and one for each item.
  std::string text() const;
  std::string items_text() const;  ///< the lines of its items alone
};

}  // namespace referee::score
