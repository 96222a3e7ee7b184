#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

namespace engines {

/// A file of the project that is part of the program, so that one binary is enough. `embed_files` in
/// engines/CMakeLists.txt embeds it.
struct EmbeddedFile {
  std::string_view name;  ///< without folder and extension, "spiral", or a path, as embed_files says
  std::string_view text;
};

/// The file of that name; nullptr if there is none.
inline const EmbeddedFile* find_file(std::span<const EmbeddedFile> files, std::string_view name) {
  const auto at = std::ranges::find(files, name, &EmbeddedFile::name);
  return at == files.end() ? nullptr : &*at;
}

/// All names, for messages: "corners, spiral".
inline std::string names_of(std::span<const EmbeddedFile> files) {
  std::string names;
  for (const EmbeddedFile& file : files) {
    names.append(names.empty() ? "" : ", ").append(file.name);
  }
  return names;
}

}  // namespace engines
