#include "tests/e2e/record.h"

#include <sstream>
#include <stdexcept>

#include "tests/support/temp_folder.h"

namespace e2e {

Record::Record(const std::filesystem::path& path) {
  std::istringstream text(test_support::read_file(path));
  for (std::string line; std::getline(text, line);) {
    lines_.push_back(Json::parse(line));
  }
  if (lines_.empty()) {
    throw std::runtime_error("no record in " + path.string());
  }
}

std::vector<Json> Record::answers(std::size_t seat) const {
  std::vector<Json> found;
  for (const Json& line : lines_) {
    for (const Json& answer : line.value("answers", Json::array())) {
      if (answer.at("seat") == seat) {
        found.push_back(answer);
      }
    }
  }
  return found;
}

std::vector<Json> Record::events() const {
  std::vector<Json> found;
  for (const Json& line : lines_) {
    if (line.contains("events")) {
      found.push_back(line.at("events"));
    }
  }
  return found;
}

std::vector<std::string> Record::texts(std::size_t seat, const char* key) const {
  std::vector<std::string> found;
  for (const Json& answer : answers(seat)) {
    found.push_back(answer.value(key, ""));
  }
  return found;
}

std::vector<std::string> times(std::size_t count, const std::string& word) {
  return std::vector<std::string>(count, word);
}

std::vector<std::string> operator+(std::vector<std::string> head, const std::vector<std::string>& tail) {
  head.insert(head.end(), tail.begin(), tail.end());
  return head;
}

}  // namespace e2e
