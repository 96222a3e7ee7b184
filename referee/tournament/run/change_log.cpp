#include "referee/tournament/run/change_log.h"

#include <spdlog/spdlog.h>

#include <chrono>
#include <utility>

#include "referee/match/record.h"

namespace referee {

StoreWrite ChangeLog::note(const std::string& text) {
  all_.push_back({utc_now_text(), round_, text});
  spdlog::info("{}", text);
  return store_write::AddChange{all_.back()};
}

void ChangeLog::add(const std::string& text, std::vector<StoreWrite> writes) {
  writes.push_back(note(text));
  store_.post(std::move(writes));
}

std::string because(std::string text, const std::string& reason) {
  return reason.empty() ? text : text.append(": ").append(reason);
}

}  // namespace referee
