#include "referee/cli/json_argument.h"

#include <stdexcept>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/cli/file_text.h"

namespace referee {
namespace {

std::string read_file(const std::string& path) {
  auto text = file_text(path);
  if (!text) {
    throw std::invalid_argument(path + ": cannot be read");
  }
  return std::move(*text);
}

nlohmann::json parse(const std::string& text, const std::string& where) {
  try {
    return nlohmann::json::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    throw std::invalid_argument(where + ": not JSON: " + error.what());
  }
}

}  // namespace

nlohmann::json read_json_argument(const std::string& text) {
  return text.starts_with('@') ? parse(read_file(text.substr(1)), text.substr(1))
                               : parse(text, "'" + text + "'");
}

nlohmann::json read_options(const std::vector<std::string>& arguments) {
  nlohmann::json options = nlohmann::json::object();
  for (const std::string& argument : arguments) {
    const std::size_t equals = argument.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw std::invalid_argument("option '" + argument + "': expected KEY=VALUE, as n=7");
    }
    const std::string value = argument.substr(equals + 1);
    if (value.starts_with('@')) {
      options[argument.substr(0, equals)] = read_json_argument(value);
      continue;
    }
    nlohmann::json parsed = nlohmann::json::parse(value, nullptr, false);
    options[argument.substr(0, equals)] = parsed.is_discarded() ? nlohmann::json(value) : std::move(parsed);
  }
  return options;
}

}  // namespace referee
