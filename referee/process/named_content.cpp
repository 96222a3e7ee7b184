#include "referee/process/named_content.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "protocol/sha256.h"
#include "referee/base/content_hash.h"
#include "referee/base/folder.h"
#include "referee/base/folder_copy.h"
#include "referee/base/folder_tree.h"
#include "referee/process/confinement.h"
#include "referee/process/program.h"

namespace referee {
namespace {

namespace fs = std::filesystem;

/// Where a word of a command leads, by links of other users as it is written; "": to nothing, or to the
/// system.
fs::path place_of(const std::string& word, bool is_program) {
  std::error_code missing;
  const fs::path named = is_program ? referee::find_program(word).value_or(word) : word;
  const fs::path place = fs::canonical(named, missing);
  return missing || is_of_system(place) ? fs::path() : path_without_links(named).value_or(named);
}

/// The hash of all files among the places; of the first folder if there is no file; "" if there is neither,
/// or for more bytes than SizeBound allows.
std::string hash_of(const std::vector<fs::path>& places) {
  protocol::Sha256 hash;
  bool any_file = false;
  std::error_code unknown;
  for (const fs::path& place : places) {
    if (fs::is_regular_file(place, unknown)) {
      if (fs::file_size(place) > SizeBound().bytes) {
        return "";  // no bot's file is as large, and to read it may take hours
      }
      hash.add(file_hash(place));
      any_file = true;
    }
  }
  if (any_file) {
    return hash.hex();
  }
  const auto folder = std::ranges::find_if(
      places, [&unknown](const fs::path& place) { return fs::is_directory(place, unknown); });
  const bool is_small = folder != places.end() && bytes_in(*folder) <= SizeBound().bytes;
  return is_small ? content_hash(*folder) : "";
}

}  // namespace

std::string named_content(const std::vector<std::string>& argv) {
  std::vector<fs::path> places;
  for (const std::string& word : argv) {
    if (fs::path place = place_of(word, &word == &argv.front()); !place.empty()) {
      places.push_back(std::move(place));
    }
  }
  try {
    return hash_of(places);
  } catch (const std::system_error&) {
    return "";  // the launcher says what is wrong with it
  }
}

}  // namespace referee
