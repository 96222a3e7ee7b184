#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "referee/tournament/config/student_list.h"

namespace referee::collect {

/// Finds the students of a roster by what a platform knows them by. Nothing is guessed: a text that two
/// students have is none of theirs. Upper and lower case are the same.
class RosterIndex {
 public:
  explicit RosterIndex(const StudentList& roster);

  enum class Key {
    id,      ///< StudentKeys::id
    number,  ///< StudentKeys::number
    login,   ///< StudentKeys::login, or what is before the @ where there is none; or the e-mail address
    any      ///< each of these, the whole name, or the name that `referee token` gives
  };
  /// The place in StudentList::students; nothing if no student, or more than one, has it.
  std::optional<std::size_t> find(Key key, std::string_view text) const;
  /// Whether a student has an id.
  bool has_ids() const { return !maps_[0].empty(); }

 private:
  using Map = std::map<std::string, std::optional<std::size_t>>;  // folded; nothing: several have it

  void add(Key key, const std::string& text, std::size_t student);

  Map maps_[4];
};

}  // namespace referee::collect
