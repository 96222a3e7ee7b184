#include "referee/match/attempt.h"

#include <csignal>
#include <utility>

#include "referee/report/printable.h"

namespace referee {
namespace {

constexpr std::size_t kShownStderr = 200;  // bytes of a bot's last words in the result

}  // namespace

Attempt::Attempt(Tasks& tasks, Launcher& launcher, MatchSpec spec, std::vector<Contender> by_seat)
    : tasks_(tasks),
      launcher_(launcher),
      spec_(std::move(spec)),
      by_seat_(std::move(by_seat)),
      launched_(by_seat_.size()) {}

Task<> Attempt::gather() {
  for (std::size_t seat = 0; seat < by_seat_.size(); ++seat) {
    if (!by_seat_[seat].argv.empty()) {
      launched_[seat] =
          launcher_.launch(by_seat_[seat].name, by_seat_[seat].argv, Milliseconds(spec_.clock.init_ms));
    }
  }
  for (const LaunchedBot& bot : launched_) {
    if (bot.greeted != nullptr) {
      co_await bot.greeted->wait();
    }
  }
}

void Attempt::begin() {
  std::vector<std::shared_ptr<Player>> players;
  for (std::size_t seat = 0; seat < by_seat_.size(); ++seat) {
    players.push_back(by_seat_[seat].argv.empty() ? by_seat_[seat].player : launched_[seat].player);
  }
  match_.emplace(tasks_, spec_, players);
}

Task<MatchResult> Attempt::play() { return match_->play(); }

Task<> Attempt::stop_bots() {
  for (const LaunchedBot& bot : launched_) {
    if (bot.player != nullptr) {
      bot.player->dismiss("the match is over");
    }
  }
  for (const LaunchedBot& bot : launched_) {
    if (bot.process != nullptr && !bot.process->ended()) {
      co_await launcher_.stop(bot);
    }
  }
}

void Attempt::abort(const std::string& why) {
  if (match_) {
    match_->abort(why);
    return;
  }
  // They may be starting up: there is no game to wait for any more.
  for (const LaunchedBot& bot : launched_) {
    if (bot.process != nullptr) {
      bot.process->signal(SIGKILL);
    }
  }
}

void Attempt::withdraw(std::size_t seat) {
  if (match_) {
    match_->withdraw(seat);
  }
}

std::string Attempt::how_bot_ended(std::size_t seat) const {
  const auto& process = launched_[seat].process;
  if (process == nullptr || process->status_text() == "exit status 0") {
    return "";
  }
  std::string_view words = process->stderr_text();
  while (words.ends_with('\n')) {
    words.remove_suffix(1);
  }
  const std::size_t line = words.rfind('\n');
  words = words.substr(line == std::string_view::npos ? 0 : line + 1);
  return process->status_text() + (words.empty() ? "" : ": " + printable(words, kShownStderr));
}

std::string Attempt::stderr_of(std::size_t seat) const {
  return launched_[seat].process == nullptr ? "" : launched_[seat].process->stderr_text();
}

}  // namespace referee
