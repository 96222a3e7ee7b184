#pragma once

#include <filesystem>
#include <string>

namespace referee {

/// Tokens of entrants, one file each: DIR/NAME.token, readable by its owner alone.
class TokenFiles {
 public:
  /// Makes the folder, for its owner alone, if it does not exist. Throws std::filesystem::filesystem_error.
  explicit TokenFiles(std::filesystem::path folder);

  struct Kept {
    std::string sha256;   ///< of the token
    bool is_new = false;  ///< drawn now; false: the file existed, and stays as it is
  };
  /// The token of `name`, drawn if there is no file of it yet. Throws std::invalid_argument, naming the file,
  /// if an existing file holds no token, std::system_error if it cannot be written.
  Kept keep(const std::string& name) const;
  std::filesystem::path path_of(const std::string& name) const { return folder_ / (name + ".token"); }

  enum class Readers { owner, all };
  /// Puts `text` into DIR/`file`, all or nothing. Throws std::system_error.
  std::filesystem::path write(const std::string& file, const std::string& text, Readers readers) const;
  /// The path of DIR/`file`.
  std::filesystem::path path_of_file(const std::string& file) const { return folder_ / file; }

 private:
  std::filesystem::path folder_;
};

}  // namespace referee
