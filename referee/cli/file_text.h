#pragma once

#include <optional>
#include <string>

namespace referee {

/// All that a file holds; nothing if it cannot be read.
std::optional<std::string> file_text(const std::string& path);

}  // namespace referee
