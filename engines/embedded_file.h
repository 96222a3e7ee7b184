#pragma once

#include <string_view>

namespace engines {

/// A file of the project that is part of the program, so that one binary is enough: `embed_files` in
/// engines/CMakeLists.txt.
struct EmbeddedFile {
  std::string_view name;  ///< without folder and extension: "spiral"
  std::string_view text;
};

}  // namespace engines
