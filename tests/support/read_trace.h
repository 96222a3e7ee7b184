#pragma once

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/support/temp_folder.h"

namespace test_support {

/// The lines of a trace, without the first one, which tells of the trace itself. Each of them has to be JSON.
inline std::vector<nlohmann::json> read_trace(const std::filesystem::path& file) {
  std::vector<nlohmann::json> lines;
  std::istringstream text(read_file(file));
  for (std::string line; std::getline(text, line);) {
    lines.push_back(nlohmann::json::parse(line));
  }
  lines.erase(lines.begin());
  return lines;
}

}  // namespace test_support
