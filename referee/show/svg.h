#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/show/frames.h"

namespace referee::show {

/// A frame as a picture for slides and papers: SVG 1.1 with its title, its board, and below it what the frame
/// tells and `legend`, what the marks mean. The seats' answers are left out.
std::string svg_of(const Frame& frame, const std::vector<std::string>& legend);

}  // namespace referee::show
