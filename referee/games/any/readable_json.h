#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace referee {

/// A value for people: lists and objects that fit into a line are in one, others are indented. At most `rows`
/// lines of about `columns` bytes; what is left out is told in the last line.
std::vector<std::string> readable_lines(const nlohmann::json& value, std::size_t rows, std::size_t columns);

}  // namespace referee
