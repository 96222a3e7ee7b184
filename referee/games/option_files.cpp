#include "referee/games/option_files.h"

#include <charconv>

#include "engines/text_lines.h"
#include "referee/base/strict_json.h"

namespace referee {
namespace {

using Content = engines::FileOption::Content;

constexpr std::size_t kMaxMib = 1;  // more does not fit into a line to a bot

/// The lines of a file without the empty ones at its end, which editors add.
nlohmann::json written_lines(std::string_view text) {
  std::vector<std::string> lines = engines::lines_of(text);
  while (!lines.empty() && lines.back().empty()) {
    lines.pop_back();
  }
  return lines;
}

}  // namespace

bool OptionFiles::names_file(const engines::FileOption& option, std::string_view value) {
  const std::string_view ending = option.content == Content::json ? ".json" : ".txt";
  const bool possible = value.find('\0') == std::string_view::npos;  // the system would drop the rest
  return possible && (value.find('/') != std::string_view::npos || value.ends_with(ending));
}

void OptionFiles::fill_in(nlohmann::json& options, const std::string& path) {
  if (!option_ || !options.is_object()) {
    return;
  }
  const auto value = options.find(option_->key);
  if (value == options.end() || !value->is_string() ||
      !names_file(*option_, value->get_ref<const std::string&>())) {
    return;
  }
  const std::string file = value->get<std::string>();
  const std::string key_path = path + "." + std::string(option_->key);
  *value = content_of(file, key_path);
  sources_.push_back({key_path, file});
}

nlohmann::json OptionFiles::content_of(const std::string& file, const std::string& place) const {
  std::string text;
  try {
    text = read_small_file(folder_ / file, kMaxMib);
  } catch (const std::invalid_argument& unreadable) {
    throw std::invalid_argument(path_in_file(place, unreadable.what()));
  }
  return option_->content == Content::json ? parse_commented(text, path_in_file(place, file))
                                           : written_lines(text);
}

fields::Error OptionFiles::placed(fields::Error error) const {
  for (const Source& source : sources_) {
    const std::string_view rest =
        std::string_view(error.path).substr(std::min(error.path.size(), source.path.size()));
    const bool inside =
        error.path.starts_with(source.path) && (rest.empty() || rest.front() == '.' || rest.front() == '[');
    if (inside) {
      error.path = path_in_file(source.path, path_in_file(source.file, place_inside(rest)));
      return error;
    }
  }
  return error;
}

/// ".ghosts[2]" as "ghosts[2]"; in a list of lines "[3]" as "line 4".
std::string OptionFiles::place_inside(std::string_view rest) const {
  if (option_->content == Content::lines && rest.starts_with('[')) {
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(rest.data() + 1, rest.data() + rest.size(), index);
    if (error == std::errc{} && end != rest.data() + rest.size() && *end == ']') {
      const std::string_view behind(end + 1, rest.data() + rest.size());
      return "line " + std::to_string(index + 1) + std::string(behind);
    }
  }
  return std::string(rest.starts_with('.') ? rest.substr(1) : rest);
}

}  // namespace referee
