#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace referee {

/// A value given on the command line: JSON text, or @FILE for the JSON in a file. Throws
/// std::invalid_argument, naming the text or the file and what is wrong with it.
nlohmann::json read_json_argument(const std::string& text);

/// KEY=VALUE arguments as one object. A VALUE that is not JSON is taken as a string, so that map=spiral needs
/// no quotes. Throws std::invalid_argument.
nlohmann::json read_options(const std::vector<std::string>& arguments);

}  // namespace referee
