#include "referee/collect/moodle_download.h"

#include <algorithm>
#include <map>
#include <optional>
#include <regex>
#include <string>
#include <utility>

namespace referee::collect {
namespace {

/// The name of a file or folder, taken apart.
struct MoodleName {
  std::string called;
  std::string id;
  std::string kind;  ///< "file", "onlinetext"
  std::string file;  ///< "" of a folder
};

std::optional<MoodleName> moodle_name_of(std::string_view name) {
  static const std::regex kName(R"(^([\s\S]*?)_([0-9]{1,19})_assignsubmission_([a-z]+)(?:_([\s\S]*))?$)");
  constexpr std::size_t kLongest = 512;  // bytes, more than a file's name may have
  const std::string text(name.substr(0, kLongest));
  std::smatch match;
  return std::regex_match(text, match, kName)
             ? std::optional(MoodleName{match[1], match[2], match[3], match[4]})
             : std::nullopt;
}

/// Whether files of this name, and folders, can be laid out.
bool fits(const MoodleName& name, bool folder) {
  return folder ? name.file.empty() : !name.file.empty() && name.file != "." && name.file != "..";
}

}  // namespace

bool is_moodle_name(std::string_view name) { return moodle_name_of(name).has_value(); }

Download read_moodle(std::span<const Entry> entries) {
  Download download{.form = Form::moodle, .hand_ins = {}, .strays = {}};
  std::map<std::string, HandIn> by_label;
  for (const Entry& entry : entries) {
    const auto name = moodle_name_of(entry.name);
    if (!name || !fits(*name, entry.folder)) {
      download.strays.push_back({entry.name, "the name is not one that Moodle gives"});
      continue;
    }
    const std::string label = name->called + "_" + name->id;
    HandIn& hand_in = by_label[label];
    hand_in.label = label;
    hand_in.id = name->id;
    hand_in.called = name->called;
    if (name->kind == "file") {
      hand_in.parts.push_back({name->file, entry.path});
    } else {
      hand_in.notes.push_back(name->kind + " is left out: it is no file");
    }
  }
  for (auto& [unused, hand_in] : by_label) {
    if (hand_in.parts.empty()) {
      hand_in.problem = "a text was submitted, but no file";
      hand_in.notes.clear();
    }
    download.hand_ins.push_back(std::move(hand_in));
  }
  return download;
}

}  // namespace referee::collect
