#include "referee/match/kept_bots.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "protocol/require.h"

namespace referee {

bool KeptBots::wants(const std::string& name) const { return !unable_.contains(name) && more_(); }

bool KeptBots::has(const std::string& name) const {
  return std::ranges::any_of(waiting_, [&](const LaunchedBot& bot) { return bot.player->name() == name; });
}

std::optional<LaunchedBot> KeptBots::newest(const IsWanted& is_wanted) {
  const auto found = std::find_if(waiting_.rbegin(), waiting_.rend(), is_wanted);
  if (found == waiting_.rend()) {
    return std::nullopt;
  }
  LaunchedBot bot = std::move(*found);
  waiting_.erase(std::next(found).base());
  return bot;
}

Task<std::optional<LaunchedBot>> KeptBots::take(std::string name, std::vector<std::string> argv) {
  const IsWanted is_wanted = [&](const LaunchedBot& bot) {
    return bot.player->name() == name && bot.argv == argv;
  };
  for (auto bot = newest(is_wanted); bot; bot = newest(is_wanted)) {
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
  REQUIRE(!bot.player->playing());
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

Task<> KeptBots::end(std::string name) {
  const IsWanted is_wanted = [&](const LaunchedBot& bot) { return bot.player->name() == name; };
  for (auto bot = newest(is_wanted); bot; bot = newest(is_wanted)) {
    co_await launcher_.stop(*bot);
  }
  unable_.erase(name);
}

}  // namespace referee
