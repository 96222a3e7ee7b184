#include "referee/collect/plain_folder.h"

#include <string>
#include <string_view>

namespace referee::collect {
namespace {

/// "ada.tar.gz": "ada".
std::string without_archive_ending(const std::string& name) {
  for (const std::string_view ending : {".tar.gz", ".tgz", ".tar", ".zip"}) {
    if (name.ends_with(ending)) {
      return name.substr(0, name.size() - ending.size());
    }
  }
  return name;
}

}  // namespace

Download read_plain_folder(std::span<const Entry> entries) {
  Download download{.form = Form::folder, .hand_ins = {}, .strays = {}};
  for (const Entry& entry : entries) {
    if (!entry.folder && !has_archive_name(entry.name)) {
      download.strays.push_back(entry.name + ": neither a folder nor a zip, tar or tar.gz");
      continue;
    }
    HandIn hand_in;
    hand_in.label = entry.name;
    hand_in.called = entry.folder ? entry.name : without_archive_ending(entry.name);
    hand_in.parts.push_back({entry.folder ? "" : entry.name, entry.path});
    download.hand_ins.push_back(std::move(hand_in));
  }
  return download;
}

}  // namespace referee::collect
