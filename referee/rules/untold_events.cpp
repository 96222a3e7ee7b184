#include "referee/rules/untold_events.h"

#include <nlohmann/json.hpp>

#include "protocol/json_writer.h"
#include "referee/rules/rules_answer.h"

namespace referee::rules {

std::string UntoldEvents::in_view(engines::Seat seat, const Json& view, std::size_t longest) const {
  constexpr std::size_t kAround = 14;  // bytes: the braces, the key, colon, brackets, and a comma
  std::string before;                  // members whose keys are sorted before that of the events
  std::string after;
  for (const auto& [key, value] : view.items()) {
    std::string& members = key < kEventsInView ? before : after;
    members.append(protocol::json_string(key)).append(":").append(protocol::dump(value)).append(",");
  }
  std::size_t size = before.size() + after.size() + kAround;
  std::size_t first = steps_.size();
  while (first > told_[seat] && size + steps_[first - 1].size() + 1 <= longest) {
    --first;
    size += steps_[first].size() + 1;
  }
  std::string text = "{" + before + protocol::json_string(kEventsInView) + ":[";
  for (std::size_t step = first; step < steps_.size(); ++step) {
    text.append(step == first ? "" : ",").append(steps_[step]);
  }
  text.append("],").append(after).back() = '}';
  return text;
}

}  // namespace referee::rules
