#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "referee/collect/download.h"
#include "referee/collect/group_file.h"
#include "referee/collect/hand_in.h"
#include "referee/collect/roster_index.h"

namespace referee::collect {

/// Whose a hand-in is.
struct Identity {
  std::vector<std::size_t> students;  ///< places in the roster
  std::string group;                  ///< the group's name; "": a single student
  std::string problem;                ///< why that cannot be told; "" if it can
};

/// Finds students of a roster, and their groups, for hand-ins of a download of one form.
class IdentityFinder {
 public:
  /// `groups` may be nullptr. `roster` and `groups` must outlive this object.
  IdentityFinder(const Download& download, const StudentList& roster, const GroupFile* groups);

  Identity find(const HandIn& hand_in) const;

 private:
  std::optional<std::size_t> student_of(const Submitter& submitter) const;
  /// Why student_of() finds nobody.
  std::string why_nobody(const Submitter& submitter) const;
  Identity of_student(std::size_t student) const;
  Identity of_group(std::size_t group) const;
  Identity of_number(const HandIn& hand_in) const;
  Identity of_submitters(const HandIn& hand_in) const;
  Identity of_folder(const HandIn& hand_in) const;
  /// What a folder is called: a clone without the assignment before it, "bots-" of "bots-jane-gh", if the
  /// roster has the rest. Any other name stays.
  std::string called(const HandIn& hand_in) const;
  std::optional<std::size_t> group_of(const HandIn& hand_in) const;

  Form form_;
  const StudentList& roster_;
  const GroupFile* groups_;
  RosterIndex index_;
  std::map<std::string, std::size_t> prefixes_;  // of GitHub: up to a "-", and how many hand-ins begin so
};

}  // namespace referee::collect
