#include "referee/collect/roster_index.h"

#include "referee/base/unicode/name_key.h"

namespace referee::collect {
namespace {

/// Only a whole name has a comma that means something: no login, number or address has one.
std::string key_of(RosterIndex::Key key, std::string_view text) {
  return key == RosterIndex::Key::any ? unicode::person_key(text) : unicode::name_key(text);
}

}  // namespace

RosterIndex::RosterIndex(const StudentList& roster) {
  for (std::size_t i = 0; i < roster.students.size(); ++i) {
    const Student& student = roster.students[i];
    const StudentKeys& keys = student.keys;
    add(Key::id, keys.id, i);
    add(Key::number, keys.number, i);
    for (const std::string& text : {keys.login, keys.email}) {
      add(Key::login, text, i);
    }
    if (keys.login.empty()) {
      add(Key::login, keys.email.substr(0, keys.email.find('@')), i);
    }
    for (const std::string& text :
         {keys.id, keys.number, keys.login, keys.email, student.own_name, student.full_name}) {
      add(Key::any, text, i);
    }
  }
}

const std::optional<std::size_t>* RosterIndex::entry(Key key, std::string_view text) const {
  const Map& map = maps_[static_cast<std::size_t>(key)];
  const auto found = map.find(key_of(key, text));
  return found == map.end() ? nullptr : &found->second;
}

std::optional<std::size_t> RosterIndex::find(Key key, std::string_view text) const {
  const auto* const found = entry(key, text);
  return found == nullptr ? std::nullopt : *found;
}

bool RosterIndex::has_several(Key key, std::string_view text) const {
  const auto* const found = entry(key, text);
  return found != nullptr && !found->has_value();
}

void RosterIndex::add(Key key, const std::string& text, std::size_t student) {
  if (text.empty()) {
    return;
  }
  const auto [at, is_new] = maps_[static_cast<std::size_t>(key)].try_emplace(key_of(key, text), student);
  if (!is_new && at->second != student) {
    at->second.reset();
  }
}

}  // namespace referee::collect
