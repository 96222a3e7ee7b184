#include "referee/collect/download.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>

#include "referee/base/strict_json.h"
#include "referee/base/text.h"
#include "referee/collect/canvas_download.h"
#include "referee/collect/gradescope_download.h"
#include "referee/collect/moodle_download.h"
#include "referee/collect/plain_folder.h"
#include "referee/prepare/file_kind.h"
#include "referee/prepare/start_table.h"

namespace referee::collect {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMetadataMib = 256;  // it holds what autograders have printed

/// What lies in a folder, without what systems leave behind; links are strays.
struct Contents {
  explicit Contents(const fs::path& folder) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      const fs::file_type type = entry.symlink_status().type();
      const std::string name = entry.path().filename().string();
      if (prepare::is_left_behind(name)) {
        continue;
      }
      if (type == fs::file_type::regular || type == fs::file_type::directory) {
        entries.push_back({name, entry.path(), type == fs::file_type::directory});
      } else {
        strays.push_back({name, "a link or a device, expected a file or a folder"});
      }
    }
    std::ranges::sort(entries, {}, &Entry::name);
    std::ranges::sort(strays, {}, &Download::Stray::name);
  }

  std::vector<Entry> entries;
  std::vector<Download::Stray> strays;
};

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

/// Whether a folder of nothing else holds the hand-ins of several: folders and archives, or loose files none
/// of which is what a bot's program is called.
bool is_plain_class(const std::vector<Entry>& entries) {
  const auto is_packed = [](const Entry& entry) { return entry.folder || prepare::is_archive(entry.path); };
  const auto is_loose = [](const Entry& entry) {
    return !entry.folder && !prepare::is_document(entry.name) && !prepare::is_start_file(entry.name);
  };
  return entries.size() > 1 &&
         (std::ranges::all_of(entries, is_packed) || std::ranges::all_of(entries, is_loose));
}

/// Whether this is one folder, in which all hand-ins lie: it holds what only a platform hands out, or what a
/// plain class is.
bool is_wrapped(const std::vector<Entry>& entries) {
  if (entries.size() != 1 || !entries.front().folder || is_of_moodle(entries.front())) {
    return false;
  }
  const std::vector<Entry> inner = Contents(entries.front().path).entries;
  return form_of(inner) != Form::folder || is_plain_class(inner);
}

Download read_entries(const std::vector<Entry>& entries, Form form, const std::string& shown) {
  switch (form) {
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
      break;
  }
  return read_plain_folder(entries);
}

}  // namespace

Download read_download(const fs::path& folder, std::optional<Form> form) {
  Contents contents(folder);
  if (contents.strays.empty() && is_wrapped(contents.entries)) {
    contents = Contents(contents.entries.front().path);
  }
  const std::string shown = printable(folder.string(), kShownText);
  if (contents.entries.empty()) {
    throw std::invalid_argument(shown + ": it is empty, expected submissions");
  }
  const std::optional<Form> found = form ? form : form_of(contents.entries);
  if (!found) {
    throw std::invalid_argument(
        shown +
        ": some names are as Canvas or Moodle gives them, and some are not: expected all to be of one, "
        "or --from canvas, moodle, gradescope or folder");
  }
  Download download = read_entries(contents.entries, *found, shown);
  std::ranges::move(contents.strays, std::back_inserter(download.strays));
  return download;
}

}  // namespace referee::collect
