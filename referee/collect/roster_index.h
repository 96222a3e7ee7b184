#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "referee/tournament/config/student_list.h"

namespace referee::collect {

/// Finds the students of a roster by what a platform knows them by. Nothing is guessed: a text that two
/// students have is none of theirs. Texts are compared by unicode::name_key(), whole names by person_key().
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
  /// Whether two students, or more, have it.
  bool has_several(Key key, std::string_view text) const;

 private:
  using Map = std::map<std::string, std::optional<std::size_t>>;  // by their keys; nothing: several have it

  void add(Key key, const std::string& text, std::size_t student);
  const std::optional<std::size_t>* entry(Key key, std::string_view text) const;

  Map maps_[4];
};

}  // namespace referee::collect
