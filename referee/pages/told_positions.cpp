#include "referee/pages/told_positions.h"

#include <utility>

#include "protocol/json_writer.h"
#include "referee/pages/merge_patch.h"

namespace referee::pages {

void ToldPositions::add(const show::Positions& positions) {
  nlohmann::json view = positions.view(observer_);
  const auto patch = merge_patch(newest_, view);
  frames_ += frames_.empty() ? "" : ",";
  frames_ += patch ? R"({"patch":)" + protocol::dump(*patch) : R"({"view":)" + protocol::dump(view);
  frames_ += '}';
  newest_ = std::move(view);
}

std::string ToldPositions::take_frames() { return "[" + std::exchange(frames_, {}) + "]"; }

}  // namespace referee::pages
