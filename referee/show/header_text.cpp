#include "referee/show/header_text.h"

#include <nlohmann/json.hpp>

#include "protocol/fields.h"

namespace referee::show {
namespace {

constexpr std::size_t kShownValue = 200;  // bytes

}  // namespace

std::string plain_text(const nlohmann::json& value) {
  return value.is_string() ? fields::brief_text(value.get_ref<const std::string&>(), kShownValue)
                           : fields::brief(value, kShownValue);
}

std::string header_text(const Replay& replay, const std::string& key) {
  return replay.header().contains(key) ? plain_text(replay.header().at(key)) : "?";
}

std::vector<std::string> players_of(const Replay& replay) {
  std::vector<std::string> players;
  for (const nlohmann::json& player : replay.header().at("players")) {
    players.push_back(plain_text(player));
  }
  return players;
}

}  // namespace referee::show
