#include <filesystem>
#include <string_view>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "referee/base/strict_json.h"
#include "referee/score/rubric.h"

namespace referee::score {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxPath = 255;      // bytes
constexpr std::size_t kMaxCommand = 4096;  // bytes
constexpr std::size_t kMaxRequired = 100;
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

Build Build::read(const Json& json, const std::string& path) {
  fields::Object in(json, path);
  in.refuse_other_than({"archive", "folder", "require", "command", "timeout_s"});
  in.require();
  Build build;
  build.archive = read_archive(in, path);
  if (const Json* folder = in.find("folder")) {
    build.folder = inner_path(*folder, path + ".folder");
  }
  if (const Json* require = in.find("require")) {
    if (!require->is_array() || require->size() > kMaxRequired) {
      in.fail("require", *require,
              "a list of at most " + std::to_string(kMaxRequired) + " patterns of paths");
      in.require();
    }
    for (const Json& pattern : *require) {
      const std::string here = path + ".require[" + std::to_string(build.require.size()) + "]";
      build.require.push_back(inner_path(pattern, here));
    }
  }
  build.command = filled_text(in, "command", kMaxCommand, "");
  build.timeout_s = in.integer_or("timeout_s", kTimeout, build.timeout_s);
  in.require();
  return build;
}

}  // namespace referee::score
