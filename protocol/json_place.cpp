#include "protocol/json_place.h"

#include <utility>

namespace protocol {

bool JsonPlace::follow(nlohmann::json::parse_event_t event, const nlohmann::json& parsed) {
  using Event = nlohmann::json::parse_event_t;
  switch (event) {
    case Event::object_start:
    case Event::array_start:
      open(event == Event::array_start);
      return true;
    case Event::object_end:
    case Event::array_end:
      close();
      next();
      return true;
    case Event::key:
      return key(parsed.get<std::string>());
    case Event::value:
      next();
      return true;
  }
  return true;
}

void JsonPlace::close() {
  if (!levels_.empty()) {
    levels_.pop_back();
  }
}

bool JsonPlace::key(std::string text) {
  if (levels_.empty()) {
    return true;
  }
  levels_.back().key = std::move(text);
  return levels_.back().keys.insert(levels_.back().key).second;
}

void JsonPlace::next() {
  if (!levels_.empty()) {
    ++levels_.back().index;
  }
}

bool JsonPlace::is_below(std::string_view key) const {
  return !levels_.empty() && !levels_.front().is_list && levels_.front().key == key;
}

std::string JsonPlace::path(std::string root) const {
  for (const Level& level : levels_) {
    if (level.is_list) {
      root.append("[").append(std::to_string(level.index)).append("]");
    } else {
      root.append(root.empty() ? "" : ".").append(level.key);
    }
  }
  return root;
}

}  // namespace protocol
