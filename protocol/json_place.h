#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace protocol {

/// Where in nested objects and lists a walk over JSON is.
class JsonPlace {
 public:
  /// An event of nlohmann's parser, whose callback has the same values. False: the object has this key for
  /// the second time.
  bool follow(nlohmann::json::parse_event_t event, const nlohmann::json& parsed);

  /// An object or a list begins.
  void open(bool is_list) { levels_.push_back({is_list, 0, "", {}}); }
  /// It ends. No effect outside all of them.
  void close();
  /// The key of the value that follows. False: the object has it for the second time. No effect outside all
  /// objects and lists.
  bool key(std::string text);
  /// The value is over: of a list, the next one follows. No effect outside all objects and lists.
  void next();

  /// So many objects and lists are open.
  std::size_t depth() const { return levels_.size(); }
  /// Whether the place is in the value of that key of the outermost object.
  bool is_below(std::string_view key) const;
  /// "options.starts[2]", behind `root`.
  std::string path(std::string root = "") const;

 private:
  struct Level {
    bool is_list = false;
    std::size_t index = 0;  // of the element that is read
    std::string key;        // of the value that is read
    std::set<std::string> keys;
  };

  std::vector<Level> levels_;
};

}  // namespace protocol
