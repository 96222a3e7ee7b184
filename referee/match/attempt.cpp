#include "referee/match/attempt.h"

#include <csignal>
#include <utility>

#include "referee/process/process.h"

namespace referee {

Attempt::Attempt(Tasks& tasks, Launcher& launcher, MatchSpec spec, std::vector<SeatSpec> by_seat)
    : tasks_(tasks),
      launcher_(launcher),
      spec_(std::move(spec)),
      by_seat_(std::move(by_seat)),
      launched_(by_seat_.size()) {}

Task<> Attempt::gather() {
  const Milliseconds init(spec_.clock.init_ms);
  for (std::size_t seat = 0; seat < by_seat_.size() && !aborted_; ++seat) {
    const SeatSpec& side = by_seat_[seat];
    if (!side.argv.empty()) {
      BotCommand command{side.argv, side.confinement, side.folder, side.adapter, side.stdio};
      LaunchedBot bot = co_await launcher_.launch(side.name, std::move(command), init);
      launched_[seat] = std::move(bot);
    }
  }
  if (aborted_) {  // while one was on its way
    end_bots();
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
  aborted_ = true;
  end_bots();
}

/// They may be starting up: there is no game to wait for any more.
void Attempt::end_bots() {
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
  const LaunchedBot& bot = launched_[seat];
  if (bot.process == nullptr || (bot.refusal->empty() && bot.process->status_text() == "exit status 0")) {
    return "";
  }
  return how_ended(*bot.process, *bot.refusal);
}

std::string Attempt::stderr_of(std::size_t seat) const {
  return launched_[seat].process == nullptr ? "" : launched_[seat].process->stderr_text();
}

}  // namespace referee
