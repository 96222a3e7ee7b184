#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/files.h"
#include "referee/collect/collect_run.h"
#include "referee/collect/group_file.h"
#include "referee/collect/hand_in.h"
#include "referee/collect/overrides.h"
#include "referee/prepare/preparation.h"
#include "referee/tournament/config/config.h"
#include "referee/tournament/config/student_list.h"

namespace referee {

/// The roster of the class, as a file.
struct RosterFile {
  std::string text;
  StudentList list;
};

/// What is to be made a tournament: read before anything is built.
struct CollectInput {
  Json frame;
  TournamentConfig config;
  std::optional<RosterFile> roster;
  std::optional<collect::GroupFile> groups;
  std::optional<collect::Overrides> overrides;
};

/// Reads the files of the command line. Throws std::invalid_argument and fields::Exception, naming them.
CollectInput read_collect_input(const CollectOrder& order);

/// The folder of a download: the one that is named, or an archive, unpacked, which this object removes again.
class DownloadFolder {
 public:
  /// Throws std::invalid_argument if it is neither, or cannot be unpacked.
  explicit DownloadFolder(const std::string& download);
  const std::filesystem::path& path() const { return folder_; }
  /// What of an archive was left out, for people.
  const std::vector<std::string>& left_out() const { return left_out_; }

 private:
  std::optional<ScratchFolder> scratch_;
  std::filesystem::path folder_;
  std::vector<std::string> left_out_;
};

/// Reads the download. Throws std::invalid_argument for what would list all hand-ins for one reason: a roster
/// without the platform's numbers, a deadline where there are no times.
collect::Download read_fitting(const std::filesystem::path& folder, const CollectOrder& order,
                               const CollectInput& input);

/// SHA-256 of all that decides what becomes of a hand-in, beside its files.
std::string fingerprint_of(const CollectOrder& order, const prepare::Order& prepared);

}  // namespace referee
