#include "referee/collect/assignment.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "protocol/messages.h"
#include "referee/collect/identity.h"
#include "referee/tournament/config/entrant_names.h"
#include "referee/tournament/config/entrant_spec.h"

namespace referee::collect {
namespace {

/// A hand-in that may play, and whose it is.
struct Owned {
  std::size_t hand_in;
  Identity identity;
};

class Assigner {
 public:
  Assigner(const Download& download, const AssignmentTerms& terms) : download_(download), terms_(terms) {
    if (terms.roster != nullptr) {
      finder_.emplace(download, *terms.roster, terms.groups);
      for (const Student& student : terms.roster->students) {
        reserved_.insert(protocol::folded_name(student.own_name));
        reserved_.insert(protocol::folded_name(student.name));
      }
    }
  }

  Assignment run() {
    for (std::size_t i = 0; i < download_.hand_ins.size(); ++i) {
      look_at(i);
    }
    for (std::vector<Owned>& cluster : clusters()) {
      choose(cluster);
    }
    name_candidates();
    std::ranges::sort(result_.listed, {}, &Assignment::Listed::hand_in);
    if (terms_.roster != nullptr) {
      for (std::size_t i = 0; i < terms_.roster->students.size(); ++i) {
        if (!seen_.contains(i)) {
          result_.absent.push_back(i);
        }
      }
    }
    return std::move(result_);
  }

 private:
  void list(const Owned& owned, const std::string& why) {
    std::string whose;
    for (const std::string& member : members_of(owned)) {
      whose.append(whose.empty() ? "" : ", ").append(member);
    }
    seen_.insert(owned.identity.students.begin(), owned.identity.students.end());
    result_.listed.push_back({owned.hand_in, why, whose});
  }

  void look_at(std::size_t index) {
    const HandIn& hand_in = download_.hand_ins[index];
    const bool nobody = !hand_in.problem.empty() && hand_in.id.empty() && hand_in.submitters.empty();
    Owned owned{index, finder_ && !nobody ? finder_->find(hand_in) : Identity{}};
    const std::string lateness = late_by(hand_in);
    if (!hand_in.problem.empty()) {
      list(owned, hand_in.problem);
    } else if (!owned.identity.problem.empty()) {
      list(owned, owned.identity.problem);
    } else if (!lateness.empty() && !terms_.accept_late) {
      list(owned, lateness + ". --late accept takes it");
    } else {
      owned_.push_back(std::move(owned));
    }
  }

  std::string late_by(const HandIn& hand_in) const {
    if (terms_.deadline && hand_in.at && *hand_in.at > *terms_.deadline) {
      return "late: submitted at " + utc_text(*hand_in.at) + ", after " + utc_text(*terms_.deadline);
    }
    return hand_in.late ? std::string("late, as ") + name_of(download_.form) + " says" : "";
  }

  /// Hand-ins that have a student in common stand together.
  std::vector<std::vector<Owned>> clusters() {
    std::vector<std::vector<Owned>> all;
    std::map<std::size_t, std::size_t> places;  // of students, in `all`
    for (Owned& owned : owned_) {
      std::set<std::size_t> touched;
      for (const std::size_t student : owned.identity.students) {
        if (const auto at = places.find(student); at != places.end()) {
          touched.insert(at->second);
        }
      }
      const std::size_t place = touched.empty() ? all.size() : *touched.begin();
      if (touched.empty()) {
        all.emplace_back();
      }
      for (const std::size_t other : touched) {
        if (other != place) {
          std::ranges::move(all[other], std::back_inserter(all[place]));
          all[other].clear();
        }
      }
      all[place].push_back(std::move(owned));
      for (const Owned& member : all[place]) {
        for (const std::size_t student : member.identity.students) {
          places[student] = place;
        }
      }
    }
    std::erase_if(all, [](const auto& cluster) { return cluster.empty(); });
    return all;
  }

  /// Takes the one hand-in of a cluster that counts, or lists all of them.
  void choose(std::vector<Owned>& cluster) {
    const bool alike = std::ranges::all_of(cluster, [&](const Owned& owned) {
      return owned.identity.students == cluster.front().identity.students;
    });
    const auto chosen = alike ? newest(cluster) : cluster.end();
    if (chosen == cluster.end()) {
      for (const Owned& owned : cluster) {
        list(owned, "one of " + std::to_string(cluster.size()) +
                        " submissions of the same students: " + labels_of(cluster) +
                        (alike ? "" : ", but the students of these are not all the same"));
      }
      return;
    }
    for (const Owned& owned : cluster) {
      if (owned.hand_in != chosen->hand_in) {
        result_.notes.push_back(label(owned) + " is left out: " + label(*chosen) +
                                " of the same students counts");
      }
    }
    take(*chosen);
  }

  /// The hand-in that counts: the only one, the newest one, or any if all are the same; end() if that cannot
  /// be told.
  std::vector<Owned>::const_iterator newest(const std::vector<Owned>& cluster) const {
    const auto at = [&](const Owned& owned) { return download_.hand_ins[owned.hand_in].at; };
    if (cluster.size() == 1) {
      return cluster.begin();
    }
    if (std::ranges::all_of(cluster, [&](const Owned& owned) { return at(owned).has_value(); })) {
      const auto last = std::ranges::max_element(cluster, {}, at);
      return std::ranges::count(cluster, at(*last), at) == 1 ? last : cluster.end();
    }
    const auto content = [&](const Owned& owned) {
      return terms_.content(download_.hand_ins[owned.hand_in]);
    };
    const std::string first = content(cluster.front());
    return std::ranges::all_of(cluster, [&](const Owned& owned) { return content(owned) == first; })
               ? cluster.begin()
               : cluster.end();
  }

  void take(const Owned& owned) {
    Candidate candidate;
    candidate.hand_in = owned.hand_in;
    candidate.students = owned.identity.students;
    candidate.group = owned.identity.group;
    candidate.members = members_of(owned);
    seen_.insert(candidate.students.begin(), candidate.students.end());
    result_.candidates.push_back(std::move(candidate));
  }

  std::vector<std::string> members_of(const Owned& owned) const {
    std::vector<std::string> members;
    for (const std::size_t student : owned.identity.students) {
      const Student& one = terms_.roster->students[student];
      members.push_back(one.full_name.empty() ? one.own_name : one.full_name);
    }
    const HandIn& hand_in = download_.hand_ins[owned.hand_in];
    if (members.empty() && owned.identity.problem.empty()) {
      for (const Submitter& submitter : hand_in.submitters) {
        members.push_back(submitter.name.empty() ? submitter.email : submitter.name);
      }
    }
    if (members.empty() && terms_.roster == nullptr) {
      members.push_back(hand_in.called);
    }
    return members;
  }

  /// Students have the names of the roster; groups, and all without a roster, are given names.
  void name_candidates() {
    EntrantNames names;
    for (const std::string& name : reserved_) {
      (void)names.give(name);
    }
    for (Candidate& candidate : result_.candidates) {
      const bool is_student = candidate.students.size() == 1 && candidate.group.empty();
      const bool in_roster = !candidate.students.empty();
      const Student* const first = in_roster ? &terms_.roster->students[candidate.students.front()] : nullptr;
      const bool told = in_roster && (is_student || candidate.group == first->name);
      candidate.name = told ? first->name : names.give(wanted_name(candidate));
      const std::string shown = is_student ? first->display : display_of(candidate);
      candidate.display = in_roster && terms_.roster->exported.aliases
                              ? ""
                              : fields::brief_text(shown, EntrantSpec::kMaxDisplay);
    }
    std::ranges::sort(result_.candidates, {},
                      [](const Candidate& candidate) { return protocol::folded_name(candidate.name); });
  }

  std::string display_of(const Candidate& candidate) const {
    if (!candidate.group.empty() || candidate.members.empty()) {
      return candidate.group;
    }
    std::string all;
    for (const std::string& member : candidate.members) {
      all.append(all.empty() ? "" : ", ").append(member);
    }
    return all;
  }

  std::string wanted_name(const Candidate& candidate) const {
    const HandIn& hand_in = download_.hand_ins[candidate.hand_in];
    if (candidate.students.size() > 1 && !is_of_file(candidate.group)) {
      std::string names;
      for (const std::size_t student : candidate.students) {
        names.append(names.empty() ? "" : "-").append(terms_.roster->students[student].own_name);
      }
      return entrant_name_from(names);
    }
    if (!candidate.group.empty()) {
      return entrant_name_from(candidate.group);
    }
    if (hand_in.submitters.size() == 1 && !hand_in.submitters.front().email.empty()) {
      const std::string& email = hand_in.submitters.front().email;
      return entrant_name_from(email.substr(0, email.find('@')));
    }
    return entrant_name_from(hand_in.called);
  }

  /// Whether the groups' file has a group of this name.
  bool is_of_file(const std::string& group) const {
    return terms_.groups != nullptr &&
           std::ranges::find(terms_.groups->groups, group, &GroupFile::Group::name) !=
               terms_.groups->groups.end();
  }

  const std::string& label(const Owned& owned) const { return download_.hand_ins[owned.hand_in].label; }

  std::string labels_of(const std::vector<Owned>& cluster) const {
    std::string labels;
    for (const Owned& owned : cluster) {
      labels.append(labels.empty() ? "" : ", ").append(label(owned));
    }
    return labels;
  }

  const Download& download_;
  const AssignmentTerms& terms_;
  std::optional<IdentityFinder> finder_;
  std::set<std::string> reserved_;  // folded names of students
  std::vector<Owned> owned_;
  std::set<std::size_t> seen_;  // places in the roster
  Assignment result_;
};

}  // namespace

Assignment assign(const Download& download, const AssignmentTerms& terms) {
  return Assigner(download, terms).run();
}

}  // namespace referee::collect
