#include "referee/pages/site_folder.h"

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

#include <nlohmann/json.hpp>

#include "protocol/json_writer.h"
#include "protocol/require.h"
#include "protocol/sha256.h"
#include "referee/base/files.h"
#include "referee/base/input.h"
#include "referee/base/text.h"

namespace referee::pages {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::string_view kList = "site.json";
constexpr std::string_view kListKey = "referee_site";
constexpr std::array<std::string_view, 5> kFolders{"assets", "embed", "entrants", "matches", "records"};
constexpr std::size_t kMostListMib = 64;
constexpr std::size_t kDigestShown = 32;  // of 64 characters

std::string shown(const fs::path& path) { return escaped(path.string()); }

std::string digest_of(std::string_view made_of) {
  return made_of.empty() ? "" : protocol::Sha256::hex_of(made_of).substr(0, kDigestShown);
}

/// Whether a folder has nothing but the draft of a list, of a writer that was killed.
bool is_free(const fs::path& folder) {
  return std::all_of(fs::directory_iterator(folder), fs::directory_iterator(),
                     [](const fs::directory_entry& entry) {
                       return entry.path().filename() == std::string(kList) + ".tmp";
                     });
}

/// Whether a file has this text; false if it cannot be read.
bool has_text(const fs::path& path, std::string_view text) {
  std::error_code unknown;
  if (!fs::is_regular_file(fs::symlink_status(path, unknown)) ||
      fs::file_size(path, unknown) != text.size()) {
    return false;
  }
  try {
    return read_whole_file(path, kMaxRecordMib) == text;
  } catch (const std::exception&) {
    return false;  // it is written anew, and then tells what is wrong
  }
}

}  // namespace

SiteFolder::SiteFolder(fs::path folder) : folder_(std::move(folder)) {
  std::error_code error;
  if (fs::exists(folder_, error) && !fs::is_directory(folder_, error)) {
    throw SiteRefused(shown(folder_) + " is no folder");
  }
  fs::create_directories(folder_);
  if (fs::exists(folder_ / kList)) {
    read_list();
  } else if (is_free(folder_)) {
    write_list();  // before anything else: who is killed has left a site
  } else {
    throw SiteRefused(shown(folder_) + " has other files, and no site: name a new folder, or an empty one");
  }
  for (const std::string_view name : kFolders) {
    const fs::file_status status = fs::symlink_status(folder_ / name, error);
    if (fs::exists(status) && !fs::is_directory(status)) {
      throw SiteRefused(shown(folder_ / name) + " is no folder: move it away");
    }
    fs::create_directories(folder_ / name);
  }
}

void SiteFolder::read_list() {
  const Json list = Json::parse(read_whole_file(folder_ / kList, kMostListMib), nullptr, false);
  if (!list.is_object() || !list.contains(kListKey) || !list.contains("files") ||
      !list["files"].is_object()) {
    throw SiteRefused(shown(folder_ / kList) + " is no list of a site's files: name another folder");
  }
  const Json& files = list["files"];
  for (const auto& [file, digest] : files.items()) {
    if (is_site_file(file) && digest.is_string()) {
      ours_.emplace(file, Ours{digest.get<std::string>()});
    }
  }
}

void SiteFolder::write_list() const {
  std::string text;
  protocol::JsonWriter out(text);
  out.begin_object().key("files").begin_object();
  for (const auto& [file, ours] : ours_) {
    out.key(file).value(ours.made_of);
  }
  out.end_object().key(kListKey).value(1).end_object();
  write_file_atomically(folder_ / kList, text.append("\n"), Sync::none);
}

bool SiteFolder::is_site_file(std::string_view file) {
  if (file == "index.html" || file == "verify.html" || file == "play.html" || file == "tournament.js" ||
      file == "tournament.json") {
    return true;
  }
  const std::size_t slash = file.find('/');
  if (slash == std::string_view::npos ||
      std::ranges::find(kFolders, file.substr(0, slash)) == kFolders.end()) {
    return false;
  }
  const std::string_view name = file.substr(slash + 1);
  return !name.empty() && name.front() != '.' && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '-' || c == '_';
  });
}

bool SiteFolder::has(const std::string& file, std::string_view made_of) const {
  const auto known = ours_.find(file);
  std::error_code unknown;
  return known != ours_.end() && !made_of.empty() && known->second.made_of == digest_of(made_of) &&
         fs::is_regular_file(fs::symlink_status(folder_ / file, unknown));
}

/// Each name is moved into the list: of a large site there are tens of thousands.
void SiteFolder::plan(std::set<std::string> files) {
  REQUIRE(std::ranges::all_of(files, is_site_file));
  for (auto& [file, ours] : ours_) {
    ours.kept = false;
  }
  bool is_longer = false;
  while (!files.empty()) {
    std::string file = std::move(files.extract(files.begin()).value());
    std::error_code unknown;
    if (!ours_.contains(file) && fs::exists(fs::symlink_status(folder_ / file, unknown))) {
      throw SiteRefused(shown(folder_ / file) + " is none of the site's files: move it away");
    }
    is_longer = ours_.try_emplace(std::move(file)).second || is_longer;
  }
  if (is_longer) {
    write_list();
  }
}

void SiteFolder::write(const std::string& file, std::string_view text, std::string_view made_of) {
  if (!has_text(folder_ / file, text)) {
    write_file_atomically(folder_ / file, text, Sync::none);
  }
  ours_[file] = {digest_of(made_of), true};
}

void SiteFolder::finish() {
  for (auto file = ours_.begin(); file != ours_.end();) {
    fs::remove(folder_ / (file->first + ".tmp"));  // of a writer that was killed
    if (file->second.kept) {
      ++file;
      continue;
    }
    fs::remove(folder_ / file->first);
    file = ours_.erase(file);
  }
  write_list();
}

}  // namespace referee::pages
