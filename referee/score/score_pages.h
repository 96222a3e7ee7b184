#pragma once

#include <filesystem>

#include "referee/score/score_report.h"

namespace referee {

/// The folder of the replays within that of the pages.
constexpr const char* kReplayFolder = "games";

/// Writes index.html, the points by criterion and each game of a criterion without all its points, and for
/// each of these games that has a record a page that plays it, opened where its first fault was or at its
/// end. Each page is one file that needs no other and no network. `report`: shown as it is, so mask it first.
/// Throws std::system_error.
void write_score_pages(const std::filesystem::path& folder, const score::ScoreReport& report);

}  // namespace referee
