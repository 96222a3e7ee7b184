#pragma once

#include <map>
#include <string>

#include "referee/score/score_report.h"

// Reports in every state, for the tests of their output formats.
namespace referee::score::samples {

/// A game without a fault.
ScoredGame game(const std::string& id);
/// A game with a first fault of that verdict, with all details that a fault can have.
ScoredGame faulty(const std::string& id, const std::string& verdict);
/// A played item with `points` points.
ScoredItem item(const std::string& number, double points, double max_points);
/// A report of these items; all points together pass.
ScoreReport report(std::vector<ScoredItem> items);

/// All that a hidden item must not show is a text with this word, or one of these numbers.
inline constexpr const char* kSecret = "SECRET";
inline constexpr double kSecretNumber = 43.21875;
inline constexpr std::uint64_t kSecretSeed = 9876543;
/// An item with kSecret wherever there is text.
ScoredItem secret_item(const std::string& number, Visibility visibility);

/// Replaces every text of a report and of its games by `text`.
void set_texts(ScoreReport& report, const std::string& text);

/// Reports by name: "nothing_played", "build_failed", "all_passed", "stopped", "levels", "marks", "hidden",
/// "later",
/// and "hostile_N", whose texts are all hostile.
std::map<std::string, ScoreReport> all();

}  // namespace referee::score::samples
