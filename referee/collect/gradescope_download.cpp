#include "referee/collect/gradescope_download.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace referee::collect {
namespace {

/// "Alice Liddell, Mad Hatter".
std::string names_of(const std::vector<Submitter>& submitters) {
  std::string names;
  for (const Submitter& submitter : submitters) {
    names.append(names.empty() ? "" : ", ").append(submitter.name.empty() ? submitter.email : submitter.name);
  }
  return names;
}

}  // namespace

Download read_gradescope(std::span<const Entry> entries, const std::vector<SubmissionMetadata>& metadata) {
  Download download{.form = Form::gradescope, .hand_ins = {}, .strays = {}};
  std::set<std::string> known{kMetadataFile};
  for (const SubmissionMetadata& submission : metadata) {
    HandIn hand_in;
    hand_in.label = submission.folder;
    hand_in.called = names_of(submission.submitters);
    hand_in.submitters = submission.submitters;
    hand_in.at = submission.at;
    const auto entry = std::ranges::find(entries, submission.folder, &Entry::name);
    if (entry != entries.end()) {
      hand_in.parts.push_back({entry->folder ? "" : entry->name, entry->path});
    } else {
      hand_in.problem = "the export has no files of it";
    }
    if (known.insert(submission.folder).second) {
      download.hand_ins.push_back(std::move(hand_in));
    } else {
      download.strays.push_back({submission.folder, std::string("stands in ") + kMetadataFile + " twice"});
    }
  }
  for (const Entry& entry : entries) {
    if (!known.contains(entry.name)) {
      download.strays.push_back({entry.name, std::string("not in ") + kMetadataFile});
    }
  }
  std::ranges::sort(download.hand_ins, {}, &HandIn::label);
  return download;
}

}  // namespace referee::collect
