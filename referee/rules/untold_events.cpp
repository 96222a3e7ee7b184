#include "referee/rules/untold_events.h"

#include <nlohmann/json.hpp>

#include "protocol/json_writer.h"
#include "referee/rules/rules_answer.h"

namespace referee::rules {

std::string UntoldEvents::in_view(engines::Seat seat, const std::string& view, std::size_t longest) const {
  constexpr std::size_t kAround = 13;  // bytes: the key, colon, brackets, and a comma before the next key
  std::size_t size = view.size() + kAround;
  std::size_t first = steps_.size();
  while (first > told_[seat] && size + steps_[first - 1].size() + 1 <= longest) {
    --first;
    size += steps_[first].size() + 1;
  }
  Json list = Json::array();
  for (std::size_t step = first; step < steps_.size(); ++step) {
    list.push_back(Json::parse(steps_[step]));
  }
  Json with = Json::parse(view);
  with[kEventsInView] = std::move(list);
  return protocol::dump(with);
}

}  // namespace referee::rules
