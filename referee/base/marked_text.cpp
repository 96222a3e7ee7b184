#include "referee/base/marked_text.h"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "protocol/require.h"

namespace referee {

MarkedText::MarkedText(std::string text, const nlohmann::json& marks) : text_(std::move(text)) {
  for (const nlohmann::json& mark : marks) {
    const auto number = mark.at(0).get<std::int64_t>();
    const auto end = mark.at(1).get<std::size_t>();
    if (end > (marks_.empty() ? 0 : marks_.back().end) && end <= text_.size()) {
      marks_.push_back({number, end});
    }
  }
}

void MarkedText::mark(std::int64_t number, std::size_t coming) {
  REQUIRE(marks_.empty() || marks_.back().number <= number);
  const std::size_t end = text_.size() + coming;
  if (end > (marks_.empty() ? 0 : marks_.back().end)) {
    marks_.push_back({number, end});
  }
}

void MarkedText::forget_front(std::size_t bytes) {
  REQUIRE(bytes <= text_.size());
  text_.erase(0, bytes);
  std::erase_if(marks_, [&](const Mark& mark) { return mark.end <= bytes; });
  for (Mark& mark : marks_) {
    mark.end -= bytes;
  }
}

MarkedText MarkedText::changed(const std::function<std::string(std::string)>& change) const {
  MarkedText all;
  for (const Part& part : parts()) {
    all.append(change(std::string(part.text)));
    if (part.number) {
      all.mark(*part.number);
    }
  }
  return all;
}

std::vector<MarkedText::Part> MarkedText::parts() const {
  std::vector<Part> parts;
  std::size_t begin = 0;
  const auto add = [&](std::optional<std::int64_t> number, std::size_t mark) {
    const std::size_t end = std::min(mark, text_.size());
    if (end > begin) {
      parts.push_back({number, std::string_view(text_).substr(begin, end - begin)});
      begin = end;
    }
  };
  for (const Mark& mark : marks_) {
    add(mark.number, mark.end);
  }
  add(std::nullopt, text_.size());
  return parts;
}

nlohmann::json MarkedText::marks_json() const {
  nlohmann::json json = nlohmann::json::array();
  for (const Mark& mark : marks_) {
    json.push_back({mark.number, std::min(mark.end, text_.size())});
  }
  return json;
}

}  // namespace referee
