#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "protocol/fields.h"

namespace referee {

/// A game's large option (engines::FileOption) may be in a file of its own. This replaces the names of such
/// files by their content (of lines: without empty ones at the end), and later names the file in messages
/// about mistakes. It leaves other strings to the game: they name built-in maps or mazes.
class OptionFiles {
 public:
  /// `folder`: where relative names begin; empty: the current folder.
  OptionFiles(const engines::Entry& game, std::filesystem::path folder)
      : option_(game.file_option), folder_(std::move(folder)) {}

  /// True for a value of that option that names a file: it has a '/', or ends in ".json" (".txt" for an
  /// option of lines).
  static bool names_file(const engines::FileOption& option, std::string_view value);

  /// Replaces the name of a file in `options`, which stand at `path` ("options", "instances[3]"). JSON that
  /// is not an object, or does not name a file, stays as it is. Throws std::invalid_argument for a file that
  /// cannot be read, is over 1 MiB or is not JSON, fields::Exception for a key in it that stands twice; both
  /// name key path and file.
  void fill_in(nlohmann::json& options, const std::string& path);

  /// Calls `use`; the message about a mistake inside a value from a file names that file: "options.map:
  /// maps/mine.json: ghosts[2].location", "options.maze: maze.txt: line 4".
  template <class Use>
  auto with_places(const Use& use) const {
    try {
      return use();
    } catch (const fields::Exception& wrong) {
      throw fields::Exception(placed(wrong.error()));
    }
  }

 private:
  struct Source {
    std::string path;  ///< of the value: "options.map"
    std::string file;  ///< the name of the file, as the option gives it
  };

  nlohmann::json content_of(const std::string& file, const std::string& place) const;
  fields::Error placed(fields::Error error) const;
  std::string place_inside(std::string_view rest) const;

  std::optional<engines::FileOption> option_;
  std::filesystem::path folder_;
  std::vector<Source> sources_;
};

}  // namespace referee
