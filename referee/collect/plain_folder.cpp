#include "referee/collect/plain_folder.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <regex>
#include <string>
#include <utility>

#include "referee/prepare/file_kind.h"

namespace referee::collect {
namespace {

/// "ada.tar.gz", "ada.py": "ada".
std::string without_ending(const std::string& name) {
  const std::string_view rest = prepare::without_archive_ending(name);
  return rest.size() < name.size() ? std::string(rest) : std::filesystem::path(name).stem().string();
}

bool is_loose(const Entry& entry) {
  return !entry.folder && prepare::without_archive_ending(entry.name).size() == entry.name.size();
}

/// How Autolab names what has been handed in: "ada@x.edu_2_bot.py".
struct AutolabName {
  std::string address;
  std::uint64_t version = 0;
  std::string file;
};

std::optional<AutolabName> autolab_name_of(const Entry& entry) {
  static const std::regex kName(R"(^([^@]+@[A-Za-z0-9.-]+)_([0-9]{1,9})_(.+)$)");
  constexpr std::size_t kLongest = 512;  // bytes, more than a file's name may have
  std::smatch match;
  return !entry.folder && entry.name.size() < kLongest && std::regex_match(entry.name, match, kName)
             ? std::optional(AutolabName{match[1], std::stoull(match[2]), match[3]})
             : std::nullopt;
}

/// By address: the newest version, with a note for each earlier one.
class AutolabVersions {
 public:
  void add(const Entry& entry, const AutolabName& name) {
    Newest& newest = by_address_[name.address];
    if (!newest.hand_in.parts.empty() && name.version < newest.version) {
      newest.leave_out(entry.name);
      return;
    }
    if (!newest.hand_in.parts.empty()) {
      newest.leave_out(newest.hand_in.label);
    }
    newest.version = name.version;
    newest.hand_in.label = entry.name;
    newest.hand_in.called = name.address;
    newest.hand_in.parts = {{name.file, entry.path}};
  }

  void move_to(std::vector<HandIn>& hand_ins) {
    for (auto& [unused, newest] : by_address_) {
      hand_ins.push_back(std::move(newest.hand_in));
    }
  }

 private:
  struct Newest {
    HandIn hand_in;
    std::uint64_t version = 0;

    void leave_out(const std::string& name) {
      hand_in.notes.push_back("an earlier version is left out: " + name);
    }
  };

  std::map<std::string, Newest> by_address_;
};

}  // namespace

Download read_plain_folder(std::span<const Entry> entries) {
  Download download{.form = Form::folder, .hand_ins = {}, .strays = {}};
  std::map<std::string, std::size_t> loose;  // places of hand-ins, by whose they are
  AutolabVersions of_autolab;
  for (const Entry& entry : entries) {
    if (const auto name = autolab_name_of(entry)) {
      of_autolab.add(entry, *name);
      continue;
    }
    std::string called = entry.folder ? entry.name : without_ending(entry.name);
    HandIn::Part part{entry.folder ? "" : entry.name, entry.path};
    if (is_loose(entry)) {
      const auto [at, is_new] = loose.try_emplace(called, download.hand_ins.size());
      if (!is_new) {
        download.hand_ins[at->second].parts.push_back(std::move(part));
        continue;
      }
    }
    HandIn hand_in;
    hand_in.label = entry.name;
    hand_in.called = std::move(called);
    hand_in.parts.push_back(std::move(part));
    download.hand_ins.push_back(std::move(hand_in));
  }
  of_autolab.move_to(download.hand_ins);
  std::ranges::sort(download.hand_ins, {}, &HandIn::label);
  return download;
}

}  // namespace referee::collect
