#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Pieces of XML 1.0.
namespace referee::xml {

/// `text` as it may stand between tags: valid UTF-8, with references for markup; characters that XML 1.0
/// forbids become U+FFFD.
std::string text(std::string_view text);

using Attributes = std::vector<std::pair<std::string_view, std::string>>;

/// An element, with a line end after it. Values of attributes are somebody's text. `content` is XML already;
/// without any the element is empty.
std::string element(std::string_view name, const Attributes& attributes, std::string_view content = "");
/// An element with other elements in it.
std::string parent(std::string_view name, const Attributes& attributes, std::string_view children);

}  // namespace referee::xml
