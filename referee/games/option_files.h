#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "protocol/fields.h"

namespace referee {

/// A game's large option (engines::FileOption) may stand in a file of its own: puts the content of such files
/// where their names stood, and afterwards tells mistakes by file. Other strings are left to the game: they
/// are names of what is built in.
class OptionFiles {
 public:
  /// `folder`: where relative names begin; empty: the current folder.
  OptionFiles(const engines::Entry& game, std::filesystem::path folder)
      : option_(game.file_option), folder_(std::move(folder)) {}

  /// True for a value of that option that names a file: it has a '/', or ends in ".json" (".txt" for an
  /// option of lines).
  static bool names_file(const engines::FileOption& option, std::string_view value);

  /// Replaces the name of a file in `options`, which stand at `path` ("options", "instances[3]"). What is no
  /// object, or does not name one, stays as it is. Throws std::invalid_argument for a file that cannot be
  /// read, is over 1 MiB or is no JSON, fields::Exception for a key in it that stands twice; both name key
  /// path and file.
  void fill_in(nlohmann::json& options, const std::string& path);

  /// Calls `use`; a mistake that it finds inside of a value from a file is told as one of that file:
  /// "options.map: maps/mine.json: ghosts[2].location", "options.maze: maze.txt: line 4".
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
    std::string file;  ///< as it was written
  };

  nlohmann::json content_of(const std::string& file, const std::string& place) const;
  fields::Error placed(fields::Error error) const;
  std::string place_inside(std::string_view rest) const;

  std::optional<engines::FileOption> option_;
  std::filesystem::path folder_;
  std::vector<Source> sources_;
};

}  // namespace referee
