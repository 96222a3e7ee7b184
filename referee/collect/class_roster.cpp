#include "referee/collect/class_roster.h"

#include <set>

#include "protocol/messages.h"
#include "referee/tournament/config/alias_names.h"
#include "referee/tournament/config/class_aliases.h"

namespace referee::collect {
namespace {

const std::string& own_name_of(const StudentList& roster, std::size_t student) {
  return roster.students[student].own_name;
}

}  // namespace

std::map<std::string, std::string> give_aliases(std::vector<Candidate>& candidates, const StudentList& roster,
                                                const std::optional<StudentList>& earlier) {
  std::map<std::string, std::string> aliases = aliases_for(roster, earlier);
  AliasNames names;
  std::map<std::string, std::size_t> entrants;  // of each student, by own name; alone: none
  for (const auto& [own, alias] : aliases) {
    names.keep(alias);
  }
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    for (const std::size_t student : candidates[i].students) {
      entrants[own_name_of(roster, student)] = i;
    }
  }
  std::set<std::string> taken;  // folded; by an entrant, or by a student who is none
  for (Candidate& candidate : candidates) {
    if (candidate.students.empty()) {
      continue;
    }
    std::string alias = aliases.at(own_name_of(roster, candidate.students.front()));
    if (!taken.insert(protocol::folded_name(alias)).second) {
      alias = names.draw();
      taken.insert(protocol::folded_name(alias));
    }
    for (const std::size_t student : candidate.students) {
      aliases[own_name_of(roster, student)] = alias;
    }
    candidate.name = alias;
    candidate.display.clear();
  }
  for (auto& [own, alias] : aliases) {
    if (!entrants.contains(own) && !taken.insert(protocol::folded_name(alias)).second) {
      alias = names.draw();  // its group's, in which it is no more
      taken.insert(protocol::folded_name(alias));
    }
  }
  return aliases;
}

std::string class_roster_csv(const StudentList& roster, std::string_view csv,
                             const std::vector<Candidate>& candidates,
                             const std::map<std::string, std::string>& aliases) {
  StudentList::AddedColumn entrants{aliases.empty() ? StudentList::kEntrantColumn : StudentList::kAliasColumn,
                                    aliases};
  StudentList::AddedColumn groups{StudentList::kGroupColumn, {}};
  if (aliases.empty()) {
    for (const Student& student : roster.students) {
      entrants.cells[student.own_name] = student.name;
    }
  }
  for (const Candidate& candidate : candidates) {
    for (const std::size_t student : candidate.students) {
      if (aliases.empty()) {
        entrants.cells[own_name_of(roster, student)] = candidate.name;
      }
      if (candidate.students.size() > 1) {
        groups.cells[own_name_of(roster, student)] = candidate.group;
      }
    }
  }
  return roster.with_columns(csv, roster.exported.file, {entrants, groups});
}

}  // namespace referee::collect
