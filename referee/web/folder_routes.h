#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "referee/http/http_response.h"

namespace referee::web {

/// Serves the files of a static site as they lie in a folder: no other file, and nothing outside of it,
/// whatever links are in it.
class FolderRoutes {
 public:
  static constexpr std::uintmax_t kMostBytes = 64 * 1024 * 1024;  ///< of a file; larger ones are refused

  /// The site in `folder`: the folder itself, or "site" in it, as in a folder of reports. Throws
  /// std::invalid_argument if neither has an index.html.
  explicit FolderRoutes(const std::filesystem::path& folder);

  HttpResponse answer(const HttpRequest& request);
  const std::filesystem::path& root() const { return root_; }

 private:
  std::filesystem::path root_;  // canonical
};

}  // namespace referee::web
