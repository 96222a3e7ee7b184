#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/pages/tournament_data.h"

namespace test_support {

/// The views that a list of turns tells, each a list of frames: `view`, and what each frame makes of the one
/// before. `frames_of`: where a turn has its frames.
inline void tell(const nlohmann::json& frames, std::vector<nlohmann::json>& views) {
  for (const nlohmann::json& frame : frames) {
    nlohmann::json view = views.back();
    if (frame.contains("view")) {
      view = frame.at("view");
    } else {
      view.merge_patch(frame.at("patch"));
    }
    views.push_back(std::move(view));
  }
}

/// All views of match data, one a frame.
inline std::vector<nlohmann::json> told_views(const nlohmann::json& data) {
  std::vector<nlohmann::json> views = {data.at("view")};
  for (const nlohmann::json& turn : data.at("turns")) {
    tell(turn.at("frames"), views);
  }
  return views;
}

/// Tournament data for programs.
inline nlohmann::json told_tournament(const referee::pages::TournamentSnapshot& snapshot) {
  return nlohmann::json::parse(referee::pages::tournament_data(snapshot));
}

}  // namespace test_support
