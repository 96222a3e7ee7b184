#pragma once

#include <string>
#include <string_view>

#include "protocol/messages.h"

namespace referee {

/// The name of the i-th bot, from 0, that fills an empty seat at a table: "house", "house-2", ...
inline std::string house_name(std::size_t index) {
  std::string name = "house";
  if (index > 0) {
    name.append("-").append(std::to_string(index + 1));
  }
  return name;
}

/// Whether a name is kept for such bots, whatever its letters' case.
inline bool is_house_name(std::string_view name) {
  const std::string folded = protocol::folded_name(name);
  return folded == "house" || (folded.starts_with("house-") && folded.size() > 6 &&
                               folded.find_first_not_of("0123456789", 6) == std::string::npos);
}

}  // namespace referee
