#include "referee/collect/identity.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "protocol/messages.h"
#include "referee/base/unicode/name_key.h"
#include "referee/tournament/config/entrant_names.h"

namespace referee::collect {
namespace {

using Key = RosterIndex::Key;

constexpr const char* kTestStudent = "the test student of the platform, who is in no roster";

Identity unknown(const std::string& why) { return {.students = {}, .group = {}, .problem = why}; }

/// Whether a group's name, as platforms change it in names of files, is `text`.
bool is_called(const GroupFile::Group& group, const std::string& text) {
  const std::string name = unicode::name_key(group.name);
  const std::string given = unicode::name_key(text);
  return name == given ||
         (entrant_name_from(name) != "student" && entrant_name_from(name) == entrant_name_from(given));
}

/// Whether this is the student that Canvas gives a teacher to try the course as, and that is in no roster.
bool is_test_student(const std::string& called) {
  const std::string key = unicode::person_key(called);
  return key == "test student" || key == "studenttest" || key == "teststudent";
}

std::string two_students_have(const std::string& what, const std::string& text) {
  return "two students of the roster, or more, have the " + what + " " + fields::brief(text);
}

}  // namespace

IdentityFinder::IdentityFinder(const Download& download, const StudentList& roster, const GroupFile* groups)
    : form_(download.form), roster_(roster), groups_(groups), index_(roster) {
  if (roster.exported.platform != ClassExport::Platform::github) {
    return;  // their names do not begin with an assignment's
  }
  for (const HandIn& hand_in : download.hand_ins) {
    for (std::size_t dash = hand_in.called.find('-'); dash != std::string::npos;
         dash = hand_in.called.find('-', dash + 1)) {
      ++prefixes_[hand_in.called.substr(0, dash + 1)];
    }
  }
}

Identity IdentityFinder::find(const HandIn& hand_in) const {
  switch (form_) {
    case Form::canvas:
    case Form::moodle:
      return of_number(hand_in);
    case Form::gradescope:
      return of_submitters(hand_in);
    case Form::folder:
      break;
  }
  return of_folder(hand_in);
}

Identity IdentityFinder::of_student(std::size_t student) const {
  const auto group = groups_ == nullptr ? std::nullopt : groups_->group_of(student);
  if (group) {
    return of_group(*group);
  }
  Identity identity;
  const std::string name = protocol::folded_name(roster_.students[student].name);
  for (std::size_t i = 0; i < roster_.students.size(); ++i) {
    if (protocol::folded_name(roster_.students[i].name) == name) {
      identity.students.push_back(i);
    }
  }
  identity.group = identity.students.size() > 1 ? roster_.students[student].name : "";
  return identity;
}

Identity IdentityFinder::of_group(std::size_t group) const {
  Identity identity{
      .students = groups_->groups[group].students, .group = groups_->groups[group].name, .problem = {}};
  std::ranges::sort(identity.students);
  return identity;
}

/// The group that hands in as a whole: by its number, or else by its name, if no other has one like it.
std::optional<std::size_t> IdentityFinder::group_of(const HandIn& hand_in) const {
  std::optional<std::size_t> named;
  std::size_t names = 0;
  for (std::size_t i = 0; groups_ != nullptr && i < groups_->groups.size(); ++i) {
    const GroupFile::Group& group = groups_->groups[i];
    if (!group.id.empty() && group.id == hand_in.id) {
      return i;
    }
    if (is_called(group, hand_in.called)) {
      named = i;
      ++names;
    }
  }
  return names == 1 ? named : std::nullopt;
}

Identity IdentityFinder::of_number(const HandIn& hand_in) const {
  const auto student = index_.find(Key::id, hand_in.id);
  const auto group = form_ == Form::moodle ? group_of(hand_in) : std::nullopt;
  if (student && group) {
    const Identity one = of_student(*student);
    return one.students == of_group(*group).students
               ? one
               : unknown("may be of " + roster_.students[*student].own_name + " or of group " +
                         fields::brief(groups_->groups[*group].name));
  }
  if (group) {
    return of_group(*group);
  }
  if (student) {
    return of_student(*student);
  }
  if (index_.has_several(Key::id, hand_in.id)) {
    return unknown(two_students_have(form_ == Form::canvas ? "ID" : "Identifier", hand_in.id));
  }
  if (is_test_student(hand_in.called)) {
    return unknown(kTestStudent);
  }
  return unknown(form_ == Form::canvas ? "no student of the roster has the ID " + hand_in.id
                                       : "no student of the roster has the Identifier " + hand_in.id +
                                             (groups_ == nullptr ? "" : ", and no group has this name"));
}

std::optional<std::size_t> IdentityFinder::student_of(const Submitter& submitter) const {
  const auto by_number = index_.find(Key::number, submitter.number);
  const auto by_email = index_.find(Key::login, submitter.email);
  if (by_number && by_email && *by_number != *by_email) {
    return std::nullopt;
  }
  return by_number ? by_number : by_email;
}

std::string IdentityFinder::why_nobody(const Submitter& submitter) const {
  const auto by_number = index_.find(Key::number, submitter.number);
  const auto by_email = index_.find(Key::login, submitter.email);
  if (by_number && by_email) {
    return "the number " + fields::brief(submitter.number) + " is of " +
           roster_.students[*by_number].own_name + ", and the e-mail address " +
           fields::brief(submitter.email) + " of " + roster_.students[*by_email].own_name;
  }
  if (index_.has_several(Key::number, submitter.number)) {
    return two_students_have("number", submitter.number);
  }
  if (index_.has_several(Key::login, submitter.email)) {
    return two_students_have("e-mail address or login", submitter.email);
  }
  return is_test_student(submitter.name)
             ? kTestStudent
             : "no student of the roster has the number " + fields::brief(submitter.number) +
                   " and the e-mail address " + fields::brief(submitter.email);
}

Identity IdentityFinder::of_submitters(const HandIn& hand_in) const {
  Identity identity;
  for (const Submitter& submitter : hand_in.submitters) {
    const auto student = student_of(submitter);
    if (!student) {
      return unknown(why_nobody(submitter));
    }
    identity.students.push_back(*student);
  }
  if (identity.students.empty()) {
    return unknown("the export names nobody");
  }
  const Identity first = of_student(identity.students.front());
  std::ranges::sort(identity.students);
  const auto repeated = std::ranges::unique(identity.students);
  identity.students.erase(repeated.begin(), repeated.end());
  if (identity.students.size() == 1 || std::ranges::includes(first.students, identity.students)) {
    return first;
  }
  if (first.students.size() > 1) {
    return unknown("its students are not all of group " + fields::brief(first.group));
  }
  for (const std::size_t student : identity.students) {
    const std::string& name = roster_.students[student].full_name;
    identity.group.append(identity.group.empty() ? "" : ", ")
        .append(name.empty() ? roster_.students[student].own_name : name);
  }
  return identity;
}

std::string IdentityFinder::called(const HandIn& hand_in) const {
  const std::string& whole = hand_in.called;
  if (roster_.exported.platform != ClassExport::Platform::github || index_.find(Key::any, whole)) {
    return whole;
  }
  for (std::size_t dash = whole.find('-'); dash != std::string::npos; dash = whole.find('-', dash + 1)) {
    const bool of_others = prefixes_.at(whole.substr(0, dash + 1)) > 1;
    if (const std::string rest = whole.substr(dash + 1); of_others && index_.find(Key::login, rest)) {
      return rest;
    }
  }
  return whole;
}

Identity IdentityFinder::of_folder(const HandIn& hand_in) const {
  const auto student = index_.find(Key::any, called(hand_in));
  const auto group = group_of(hand_in);
  if (student && group && of_student(*student).students != of_group(*group).students) {
    return unknown("may be of " + roster_.students[*student].own_name + " or of group " +
                   fields::brief(groups_->groups[*group].name));
  }
  if (student || group) {
    return student ? of_student(*student) : of_group(*group);
  }
  if (index_.has_several(Key::any, hand_in.called)) {
    return unknown(two_students_have("login, e-mail address, number or name", hand_in.called));
  }
  if (is_test_student(hand_in.called)) {
    return unknown(kTestStudent);
  }
  return unknown("no student of the roster has the login, e-mail address, number or name " +
                 fields::brief(hand_in.called));
}

}  // namespace referee::collect
