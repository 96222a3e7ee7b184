#include "referee/collect/plain_folder.h"

#include <map>
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

}  // namespace

Download read_plain_folder(std::span<const Entry> entries) {
  Download download{.form = Form::folder, .hand_ins = {}, .strays = {}};
  std::map<std::string, std::size_t> loose;  // places of hand-ins, by whose they are
  for (const Entry& entry : entries) {
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
  return download;
}

}  // namespace referee::collect
