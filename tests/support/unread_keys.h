#pragma once

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace test_support {

/// The keys that a strict reader lists as known for the object at `at`, and takes whatever their value is:
/// nothing reads them. `good` is accepted, and has that object; `complaint` is what the reader says of a
/// value. Which keys it lists, it says itself of an unknown one. Throws std::runtime_error if it does not.
inline std::vector<std::string> unread_keys(
    const nlohmann::json& good, const std::string& at,
    const std::function<std::string(const nlohmann::json&)>& complaint) {
  const nlohmann::json::json_pointer object(at);
  // No key has such a value: it is no text, number or list, and an object without this key.
  const auto said = [&](const std::string& key) {
    nlohmann::json wrong = good;
    wrong[object][key] = {{"no such key", 1}};
    return complaint(wrong);
  };
  const std::string listed = said("no_such_key");
  const std::string kMark = "one of the keys ";
  std::size_t begin = listed.find(kMark);
  if (begin == std::string::npos) {
    throw std::runtime_error(at + ": the reader lists no keys: " + listed);
  }
  begin += kMark.size();
  std::vector<std::string> unread;
  while (begin < listed.size()) {
    const std::size_t end = std::min(listed.find(", ", begin), listed.size());
    const std::string key = listed.substr(begin, end - begin);
    const std::string answer = said(key);
    if (answer.find(key) == std::string::npos || answer == listed) {
      unread.push_back(key);
    }
    begin = end + 2;
  }
  return unread;
}

}  // namespace test_support
