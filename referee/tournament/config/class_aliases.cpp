#include "referee/tournament/config/class_aliases.h"

#include "referee/tournament/config/alias_names.h"

namespace referee {

std::map<std::string, std::string> aliases_for(const StudentList& own,
                                               const std::optional<StudentList>& earlier) {
  AliasNames names;
  std::map<std::string, std::string> given;
  const auto take = [&](const StudentList& list) {
    for (const Student& student : list.students) {
      names.keep(student.name);
      given.emplace(student.own_name, student.name);
    }
  };
  if (own.exported.aliases) {
    take(own);
  } else if (earlier) {
    take(*earlier);
  }
  for (const Student& student : own.students) {
    if (!given.contains(student.own_name)) {
      given.emplace(student.own_name, names.draw());
    }
  }
  return given;
}

}  // namespace referee
