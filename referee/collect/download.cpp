#include "referee/collect/download.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "referee/base/strict_json.h"
#include "referee/base/text.h"
#include "referee/collect/canvas_download.h"
#include "referee/collect/gradescope_download.h"
#include "referee/collect/moodle_download.h"
#include "referee/collect/plain_folder.h"
#include "referee/prepare/archive.h"

namespace referee::collect {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMetadataMib = 256;  // it holds what autograders have printed

/// What lies in a folder, without what systems add; links are no entries.
std::vector<Entry> entries_of(const fs::path& folder) {
  std::vector<Entry> entries;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const fs::file_type type = entry.symlink_status().type();
    const std::string name = entry.path().filename().string();
    if ((type == fs::file_type::regular || type == fs::file_type::directory) &&
        !prepare::is_left_by_system(name)) {
      entries.push_back({name, entry.path(), type == fs::file_type::directory});
    }
  }
  std::ranges::sort(entries, {}, &Entry::name);
  return entries;
}

bool has_metadata(const std::vector<Entry>& entries) {
  return std::ranges::any_of(entries,
                             [](const Entry& entry) { return !entry.folder && entry.name == kMetadataFile; });
}

bool is_of_canvas(const Entry& entry) { return !entry.folder && is_canvas_name(entry.name); }
bool is_of_moodle(const Entry& entry) { return is_moodle_name(entry.name); }

/// The form of these entries; nothing if some names are of one platform and some are not.
std::optional<Form> form_of(const std::vector<Entry>& entries) {
  if (has_metadata(entries)) {
    return Form::gradescope;
  }
  const auto canvas = static_cast<std::size_t>(std::ranges::count_if(entries, is_of_canvas));
  const auto moodle = static_cast<std::size_t>(std::ranges::count_if(entries, is_of_moodle));
  if (canvas == 0 && moodle == 0) {
    return Form::folder;
  }
  if (moodle == entries.size()) {  // a flat file of Moodle may look like one of Canvas as well
    return Form::moodle;
  }
  return canvas == entries.size() ? std::optional(Form::canvas) : std::nullopt;
}

/// Whether this is one folder, in which all hand-ins lie: it holds what only a platform hands out, or several
/// folders and archives and nothing else.
bool is_wrapped(const std::vector<Entry>& entries) {
  if (entries.size() != 1 || !entries.front().folder || is_of_moodle(entries.front())) {
    return false;
  }
  const std::vector<Entry> inner = entries_of(entries.front().path);
  const bool plain = std::ranges::all_of(
      inner, [](const Entry& entry) { return entry.folder || has_archive_name(entry.name); });
  return form_of(inner) != Form::folder || (plain && inner.size() > 1);
}

}  // namespace

Download read_download(const fs::path& folder, std::optional<Form> form) {
  std::vector<Entry> entries = entries_of(folder);
  if (is_wrapped(entries)) {
    entries = entries_of(entries.front().path);
  }
  const std::string shown = printable(folder.string(), kShownText);
  if (entries.empty()) {
    throw std::invalid_argument(shown + ": nothing is in it, expected hand-ins");
  }
  const std::optional<Form> found = form ? form : form_of(entries);
  if (!found) {
    throw std::invalid_argument(
        shown +
        ": some names are as Canvas or Moodle gives them, and some are not: expected all to be of one, "
        "or --from canvas, moodle, gradescope or folder");
  }
  switch (*found) {
    case Form::canvas:
      return read_canvas(entries);
    case Form::moodle:
      return read_moodle(entries);
    case Form::gradescope:
      if (!has_metadata(entries)) {
        throw std::invalid_argument(shown + ": there is no " + kMetadataFile +
                                    ", which Gradescope's export has");
      }
      return read_gradescope(
          entries,
          read_submission_metadata(
              read_small_file(std::ranges::find(entries, std::string(kMetadataFile), &Entry::name)->path,
                              kMetadataMib),
              kMetadataFile));
    case Form::folder:
      return read_plain_folder(entries);
  }
  return {};
}

}  // namespace referee::collect
