#pragma once

#include <map>
#include <string>

#include "referee/score/score_report.h"

// Reports in every state, for tests of what is made of them.
namespace referee::score::samples {

/// A game without a fault.
ScoredGame game(const std::string& id);
/// The same with a first fault of that kind, with all that can be told of one.
ScoredGame faulty(const std::string& id, const std::string& verdict);
/// Played, with so many points.
ScoredItem item(const std::string& number, double points, double max_points);
/// Of these items; all points are enough.
ScoreReport report(std::vector<ScoredItem> items);

/// What must not be seen of a hidden item is in texts with this word, or one of these numbers.
inline constexpr const char* kSecret = "SECRET";
inline constexpr double kSecretNumber = 43.21875;
inline constexpr std::uint64_t kSecretSeed = 9876543;
/// An item with kSecret wherever there is text.
ScoredItem secret_item(const std::string& number, Visibility visibility);

/// Makes every text of a report, and of its games, this one.
void set_texts(ScoreReport& report, const std::string& text);

/// By name: "nothing_played", "build_failed", "all_passed", "stopped", "levels", "hidden", "later", and
/// "hostile_N", whose texts are all hostile.
std::map<std::string, ScoreReport> all();

}  // namespace referee::score::samples
