#include "referee/collect/canvas_download.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <regex>
#include <string>
#include <utility>
#include <vector>

namespace referee::collect {
namespace {

/// A file's name, taken apart.
struct CanvasName {
  std::string called;
  std::string id;  ///< the student's
  bool late = false;
  bool anonymous = false;
  std::uint64_t number = 0;  ///< the file's
  std::string file;          ///< "": a text or a link, handed in in place of files
  std::string stands_for;    ///< "a text" or "a link"
};

std::optional<std::uint64_t> canvas_number(const std::string& digits) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc() && end == digits.data() + digits.size() ? std::optional(value) : std::nullopt;
}

bool can_be_a_file(const std::string& name) { return !name.empty() && name != "." && name != ".."; }

std::optional<CanvasName> canvas_name_of(std::string_view name) {
  // A name has no "_NUMBER_" in it: the first such number is the student's. Before it stands the mark of a
  // late hand-in, which each version of Canvas writes in another way.
  static const std::string kName = R"(^([\s\S]*?)([_-][Ll][Aa][Tt][Ee])?)";
  static const std::regex kFile(kName + R"(_([0-9]{1,19})_([0-9]{1,19})_([\s\S]*)$)");
  static const std::regex kEntry(kName + R"(_([0-9]{1,19})_(text|link)\.html$)");
  static const std::regex kNobody(
      R"(^([Ll][Aa][Tt][Ee][_-])?anon_([A-Za-z0-9]+)_(?:([0-9]{1,19})_([\s\S]*)|(text|link)\.html)$)");
  constexpr std::size_t kLongest = 512;  // bytes, more than a file's name may have
  const std::string text(name.substr(0, kLongest));
  std::smatch match;
  CanvasName read;
  if (std::regex_match(text, match, kNobody)) {
    read = {.called = "anon_" + match[2].str(),
            .id = {},
            .late = match[1].matched,
            .anonymous = true,
            .number = canvas_number(match[3]).value_or(0),
            .file = match[4],
            .stands_for = match[5].matched ? "a " + match[5].str() : ""};
  } else if (std::regex_match(text, match, kFile)) {
    read = {.called = match[1],
            .id = match[3],
            .late = match[2].matched,
            .anonymous = false,
            .number = canvas_number(match[4]).value_or(0),
            .file = match[5],
            .stands_for = {}};
  } else if (std::regex_match(text, match, kEntry)) {
    read = {.called = match[1],
            .id = match[3],
            .late = match[2].matched,
            .anonymous = false,
            .number = 0,
            .file = {},
            .stands_for = "a " + match[4].str()};
  } else {
    return std::nullopt;
  }
  return read.stands_for.empty() && !can_be_a_file(read.file) ? std::nullopt : std::optional(read);
}

struct CanvasFile {
  CanvasName name;
  std::filesystem::path path;
};

/// "bot-2.tar.gz": "bot.tar.gz". The ending is what Canvas takes for one: parts that begin with a letter.
std::optional<std::string> name_before(const std::string& name) {
  static const std::regex kAgain(R"(^([\s\S]+)-([1-9][0-9]?)((?:\.[A-Za-z][A-Za-z0-9]*)*)$)");
  std::smatch match;
  return std::regex_match(name, match, kAgain) ? std::optional(match[1].str() + match[3].str())
                                               : std::nullopt;
}

/// Leaves only the files of the attempt that has the greatest number: those that are late, or those that are
/// not.
void keep_newest_attempt(std::vector<CanvasFile>& files, HandIn& hand_in) {
  const bool late = files.back().name.late;  // by number
  std::erase_if(files, [&](const CanvasFile& file) {
    if (file.name.late != late) {
      hand_in.notes.push_back(file.name.file + " is left out: it is from an earlier attempt");
    }
    return file.name.late != late;
  });
  hand_in.late = late;
}

/// The files with the names under which they were handed in.
void name_parts(const std::vector<CanvasFile>& files, HandIn& hand_in) {
  std::map<std::string, std::size_t> written;  // how many files have this name, or a number beside it
  std::map<std::string, bool> plain;           // whether one has it without a number
  for (const CanvasFile& file : files) {
    const std::string before = name_before(file.name.file).value_or(file.name.file);
    ++written[before];
    plain[before] = plain[before] || before == file.name.file;
  }
  std::map<std::string, HandIn::Part> parts;
  for (const CanvasFile& file : files) {  // by number: the newest one of a name is the last
    std::string name = file.name.file;
    const std::string before = name_before(name).value_or(name);
    if (before != name && (written[before] == 1 || plain[before])) {
      hand_in.notes.push_back(name + " is taken as " + before);
      name = before;
    }
    if (const auto earlier = parts.find(name); earlier != parts.end()) {
      hand_in.notes.push_back("of " + std::to_string(written[before]) + " files " + name +
                              " the one with the greatest number counts");
    }
    parts[name] = {name, file.path};
  }
  for (auto& [unused, part] : parts) {
    hand_in.parts.push_back(std::move(part));
  }
}

HandIn canvas_hand_in(std::vector<CanvasFile> files) {
  std::ranges::sort(files, {},
                    [](const CanvasFile& file) { return std::pair(file.name.number, file.path.native()); });
  const CanvasName& newest = files.back().name;
  HandIn hand_in;
  hand_in.id = newest.id;
  hand_in.called = newest.called;
  hand_in.label = newest.anonymous ? newest.called : newest.called + "_" + newest.id;
  keep_newest_attempt(files, hand_in);
  if (files.back().name.anonymous) {
    hand_in.problem = "it is anonymous: turn off anonymous grading in Canvas, and download again";
  } else if (!files.back().name.stands_for.empty()) {
    hand_in.problem = files.back().name.stands_for + " was submitted, but no file";
  }
  std::erase_if(files, [](const CanvasFile& file) { return file.name.file.empty(); });
  name_parts(files, hand_in);
  return hand_in;
}

}  // namespace

bool is_canvas_name(std::string_view name) { return canvas_name_of(name).has_value(); }

Download read_canvas(std::span<const Entry> entries) {
  Download download{.form = Form::canvas, .hand_ins = {}, .strays = {}};
  std::map<std::string, std::vector<CanvasFile>> by_student;
  for (const Entry& entry : entries) {
    const auto name = entry.folder ? std::nullopt : canvas_name_of(entry.name);
    if (name) {
      by_student[name->anonymous ? name->called : name->id].push_back({*name, entry.path});
    } else {
      download.strays.push_back({entry.name, entry.folder ? "a folder, which no download of Canvas has"
                                                          : "the name is not one that Canvas gives"});
    }
  }
  for (auto& [unused, files] : by_student) {
    download.hand_ins.push_back(canvas_hand_in(std::move(files)));
  }
  std::ranges::sort(download.hand_ins, {}, &HandIn::label);
  return download;
}

}  // namespace referee::collect
