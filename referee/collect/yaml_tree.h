#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace referee::collect {

/// A value of a YAML document. An alias is the value itself, which both share: it costs no memory, however
/// often it stands there.
struct YamlNode {
  enum class Kind { scalar, list, map };

  Kind kind = Kind::scalar;
  std::size_t line = 1;  ///< where it begins, from 1
  std::string text;      ///< of a scalar
  std::vector<std::shared_ptr<const YamlNode>> items;
  std::vector<std::pair<std::string, std::shared_ptr<const YamlNode>>> members;  ///< keys that are scalars

  /// The node at `key`; nullptr if this is no map, or has no such key.
  const YamlNode* find(std::string_view key) const;
};

/// The first document of `text`; an empty scalar if there is none. Tags are passed over. Throws
/// std::invalid_argument, naming `file` and line, for what is not YAML, is nested more than 100 deep, or has
/// an alias within what it stands for.
std::shared_ptr<const YamlNode> read_yaml(std::string_view text, const std::string& file);

}  // namespace referee::collect
