#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "referee/collect/group_file.h"
#include "referee/collect/hand_in.h"
#include "referee/tournament/config/student_list.h"

namespace referee::collect {

/// A student or a group whose hand-in is to play.
struct Candidate {
  std::string name;     ///< of the entrant, valid and unique
  std::string display;  ///< the student's name, or the group's; "" where the roster has made-up names
  std::string group;    ///< the group's name; "" for a single student
  std::vector<std::size_t> students;      ///< places in the roster; empty without a roster
  std::vector<std::string> members;       ///< who they are, for the instructor
  std::size_t hand_in = 0;                ///< its place in Download::hand_ins
  std::vector<std::string> command = {};  ///< starts this one; empty: as all others are started
};

/// Whose each hand-in is.
struct Assignment {
  /// A hand-in that does not play.
  struct Listed {
    std::size_t hand_in = 0;
    std::string why;
    std::string whose;  ///< who it is, where that can be told
  };

  std::vector<Candidate> candidates;  ///< by name
  std::vector<Listed> listed;         ///< in the order of the download
  std::vector<std::size_t> absent;    ///< places in the roster: nothing of these students is there
  std::vector<std::string> notes;     ///< for people
};

/// What decides whose a hand-in is, and whether it is late.
struct AssignmentTerms {
  const StudentList* roster = nullptr;  ///< nullptr: names are those of the download
  const GroupFile* groups = nullptr;    ///< REQUIRES: a roster
  bool accept_late = false;
  std::optional<UtcTime> deadline;  ///< what is later is late
  /// Something that is the same for two hand-ins only if their files are.
  std::function<std::string(const HandIn&)> content;
};

/// Finds out whose the hand-ins are. A hand-in that is nobody's, that has a problem, is late, or is one of
/// two different ones of the same entrant is listed with the reason; of hand-ins with times the newest one
/// counts.
Assignment assign(const Download& download, const AssignmentTerms& terms);

}  // namespace referee::collect
