#pragma once

#include <cstdint>

namespace referee::score {

/// What a student is shown of an item.
enum class Visibility : std::uint8_t {
  visible,         ///< everything
  hidden,          ///< points and the kind of fault only
  after_published  ///< everything once the grades are published, until then like hidden
};

/// "visible", "hidden", "after_published": as rubrics and reports have it.
inline const char* name_of(Visibility visibility) {
  switch (visibility) {
    case Visibility::visible:
      return "visible";
    case Visibility::hidden:
      return "hidden";
    case Visibility::after_published:
      return "after_published";
  }
  return "";
}

}  // namespace referee::score
