#pragma once

#include <map>
#include <optional>
#include <string>

#include "referee/tournament/config/student_list.h"

namespace referee {

/// A made-up name for each of these students, by Student::own_name: those that the list or `earlier`, what an
/// earlier run has written, tells already, and new ones for the others. Throws what random_seed() throws.
std::map<std::string, std::string> aliases_for(const StudentList& own,
                                               const std::optional<StudentList>& earlier);

}  // namespace referee
