#include "referee/match/kept_bots.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace referee {

bool KeptBots::wants(const std::string& name) const { return !unable_.contains(name) && more_(); }

std::optional<LaunchedBot> KeptBots::newest(const std::string& name) {
  const auto found = std::find_if(waiting_.rbegin(), waiting_.rend(),
                                  [&](const LaunchedBot& bot) { return bot.player->name() == name; });
  if (found == waiting_.rend()) {
    return std::nullopt;
  }
  LaunchedBot bot = std::move(*found);
  waiting_.erase(std::next(found).base());
  return bot;
}

Task<std::optional<LaunchedBot>> KeptBots::take(std::string name) {
  for (auto bot = newest(name); bot; bot = newest(name)) {
    if (bot->player->connected()) {
      bot->player->session()->drain();  // whether it has left by now
    }
    if (bot->player->connected()) {
      co_return bot;
    }
    co_await launcher_.stop(*bot);
    note_failure(name);
    spdlog::warn("{} ended between two games, and is started anew: {}", name, how_ended(*bot->process));
  }
  co_return std::nullopt;
}

Task<> KeptBots::keep(LaunchedBot bot) {
  waiting_.push_back(std::move(bot));
  while (waiting_.size() > capacity_) {
    const LaunchedBot oldest = std::move(waiting_.front());
    waiting_.pop_front();
    co_await launcher_.stop(oldest);
  }
}

Task<> KeptBots::end() {
  for (const LaunchedBot& bot : waiting_) {
    bot.player->dismiss("the last game is over");
  }
  while (!waiting_.empty()) {
    const LaunchedBot bot = std::move(waiting_.front());
    waiting_.pop_front();
    co_await launcher_.stop(bot);
  }
}

}  // namespace referee
