#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/fuzz/targets.h"
#include "referee/collect/canvas_download.h"
#include "referee/collect/moodle_download.h"
#include "referee/collect/plain_folder.h"
#include "referee/collect/submission_metadata.h"

// What learning platforms hand out: names of files, a line each, and Gradescope's metadata.
namespace fuzz {
namespace {

/// An entry for each line; one that ends with "/" is a folder.
std::vector<referee::collect::Entry> entries_in(std::string_view input) {
  std::vector<referee::collect::Entry> entries;
  while (!input.empty()) {
    const std::size_t end = std::min(input.find('\n'), input.size());
    std::string name(input.substr(0, end));
    const bool folder = name.ends_with('/');
    std::erase(name, '/');
    entries.push_back({name, name, folder});
    input.remove_prefix(std::min(end + 1, input.size()));
  }
  return entries;
}

void check_download(const referee::collect::Download& download) {
  std::set<std::string> labels;
  for (const referee::collect::HandIn& hand_in : download.hand_ins) {
    promise(labels.insert(hand_in.label).second || download.form == referee::collect::Form::folder,
            "labels of hand-ins are unique");
    promise(!hand_in.parts.empty() || !hand_in.problem.empty(), "a hand-in has files, or a problem");
    std::set<std::string> names;
    for (const referee::collect::HandIn::Part& part : hand_in.parts) {
      promise(part.name != "." && part.name != ".." && part.name.find('/') == std::string::npos,
              "a part stays in its hand-in");
      promise(download.form != referee::collect::Form::canvas || names.insert(part.name).second,
              "no two files of a hand-in have one name");
    }
  }
}

}  // namespace

void hand_ins(std::string_view input) {
  const auto entries = entries_in(input);
  check_download(referee::collect::read_canvas(entries));
  check_download(referee::collect::read_moodle(entries));
  check_download(referee::collect::read_plain_folder(entries));
  try {
    (void)referee::collect::read_submission_metadata(input, "submission_metadata.yml");
  } catch (const std::invalid_argument&) {
    return;
  }
}

}  // namespace fuzz
