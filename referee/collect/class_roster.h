#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/collect/assignment.h"
#include "referee/tournament/config/student_list.h"

namespace referee::collect {

/// Gives all students of a roster made-up names, and candidates those of their students; the students of a
/// group have the name of its first one. Names that `earlier`, what an earlier run has written, has stay.
/// Returns the names by Student::own_name.
std::map<std::string, std::string> give_aliases(std::vector<Candidate>& candidates, const StudentList& roster,
                                                const std::optional<StudentList>& earlier);

/// The roster with the entrant of each student, and its group, as columns of their own, so that `referee
/// grade` gives a row to every member of a group. `csv`: the text that `roster` was read from. `aliases`: by
/// Student::own_name; empty if names are not made up.
std::string class_roster_csv(const StudentList& roster, std::string_view csv,
                             const std::vector<Candidate>& candidates,
                             const std::map<std::string, std::string>& aliases);

}  // namespace referee::collect
