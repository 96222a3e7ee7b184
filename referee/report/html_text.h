#pragma once

#include <string>
#include <string_view>

// Text from outside in a page.
namespace referee::html {

/// Text that stands between tags or in an attribute.
std::string escaped(std::string_view text);
/// Text from outside: <bdi> keeps the direction of its letters from changing the text around it.
std::string foreign(std::string_view text);

}  // namespace referee::html
