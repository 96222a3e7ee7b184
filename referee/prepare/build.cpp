#include "referee/prepare/build.h"

#include <set>
#include <string_view>
#include <system_error>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "referee/base/strict_json.h"

namespace referee::prepare {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxPath = 255;      // bytes
constexpr std::size_t kMaxCommand = 4096;  // bytes
constexpr std::size_t kMaxListed = 100;
constexpr fields::Range kTimeout{1, 3600};

/// A path, or a pattern of paths, that stays inside of the folder where it begins.
bool stays_inside(const std::filesystem::path& path) {
  if (path.empty() || path.is_absolute()) {
    return false;
  }
  for (const auto& part : path) {
    if (part == "..") {
      return false;
    }
  }
  return true;
}

std::string inner_path(const Json& json, const std::string& path) {
  const auto* text = json.get_ptr<const std::string*>();
  if (text == nullptr || text->size() > kMaxPath || text->find('\0') != std::string::npos ||
      !stays_inside(*text)) {
    throw fields::Exception({path, fields::brief(json),
                             "a path of 1 to " + std::to_string(kMaxPath) +
                                 " bytes inside of the submission: relative, without .."});
  }
  return *text;
}

/// A list of texts; each is read by `read`, with its own path.
template <class Read>
void read_list(fields::Object& in, const char* key, const std::string& path, const char* of,
               const Read& read) {
  const Json* list = in.find(key);
  if (list == nullptr) {
    return;
  }
  if (!list->is_array() || list->size() > kMaxListed) {
    in.fail(key, *list, "a list of at most " + std::to_string(kMaxListed) + " " + of);
    in.require();
  }
  for (std::size_t i = 0; i < list->size(); ++i) {
    read((*list)[i], path + "." + key + "[" + std::to_string(i) + "]");
  }
}

/// A file or folder of the course; its last name is what it is called in the submission.
std::filesystem::path provided_path(const Json& json, const std::string& path,
                                    const std::filesystem::path& beside) {
  namespace fs = std::filesystem;
  const auto* text = json.get_ptr<const std::string*>();
  std::error_code unreadable;
  const bool is_text = text != nullptr && !text->empty() && text->find('\0') == std::string::npos;
  const fs::path found = is_text ? fs::weakly_canonical(beside / *text, unreadable) : fs::path();
  if (!is_text || unreadable || !found.has_filename() ||
      (!fs::is_regular_file(found, unreadable) && !fs::is_directory(found, unreadable))) {
    throw fields::Exception({path, fields::brief(json),
                             "the path of a file or folder that exists, counted from the rubric's folder"});
  }
  return found;
}

std::optional<std::string> read_archive(fields::Object& in, const std::string& path) {
  const Json* found = in.find("archive");
  if (found == nullptr || *found == Json(false)) {
    return std::nullopt;
  }
  if (*found == Json(true)) {
    return "";
  }
  if (!found->is_string()) {
    in.fail("archive", *found, "true, false, or the archive's name as a pattern");
    in.require();
  }
  const std::string pattern = inner_path(*found, path + ".archive");
  if (pattern.find('/') != std::string::npos) {
    in.fail("archive", *found, "the name of a file, without \"/\"");
  }
  return pattern;
}

}  // namespace

Build Build::read(const Json& json, const std::string& path, const std::filesystem::path& beside) {
  fields::Object in(json, path);
  in.require();
  Build build;
  build.archive = read_archive(in, path);
  if (const Json* folder = in.find("folder")) {
    build.folder = inner_path(*folder, path + ".folder");
  }
  read_list(in, "require", path, "patterns of paths", [&](const Json& pattern, const std::string& here) {
    build.require.push_back(inner_path(pattern, here));
  });
  std::set<std::string> provided;
  read_list(in, "provide", path, "paths", [&](const Json& text, const std::string& here) {
    build.provide.push_back(provided_path(text, here, beside));
    if (!provided.insert(build.provide.back().filename().string()).second) {
      throw fields::Exception({here, fields::brief(text), "a name that no other provided file has"});
    }
  });
  build.command = filled_text(in, "command", kMaxCommand, "");
  build.timeout_s = in.integer_or("timeout_s", kTimeout, build.timeout_s);
  in.refuse_unknown();
  in.require();
  return build;
}

Json Build::json() const {
  Json out = {{"require", require}, {"timeout_s", timeout_s}};
  if (archive) {
    out["archive"] = archive->empty() ? Json(true) : Json(*archive);
  }
  if (folder) {
    out["folder"] = *folder;
  }
  if (!command.empty()) {
    out["command"] = command;
  }
  for (const std::filesystem::path& path : provide) {
    out["provide"].push_back(path.string());
  }
  return out;
}

}  // namespace referee::prepare
