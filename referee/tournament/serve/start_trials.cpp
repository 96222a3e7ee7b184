#include "referee/tournament/serve/start_trials.h"

#include <exception>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/command/command_loop.h"
#include "referee/match/launcher.h"

namespace referee {
namespace {

/// Owns the event loop and its users.
class StartTrials {
 public:
  StartTrials(std::vector<BotOnTrial> bots, Milliseconds init, std::shared_ptr<const Sandbox> sandbox)
      : init_(init), bots_(std::move(bots)), launcher_(loop_.tasks(), std::move(sandbox)) {}

  std::vector<StartTrial> run() {
    loop_.run("start trials", try_all(), [this] { launcher_.close(); });
    loop_.rethrow_failure();
    return std::move(trials_);
  }

 private:
  Task<> try_all() {
    for (const BotOnTrial& one : bots_) {
      std::string problem = co_await problem_of(one);
      trials_.push_back({one.name, std::move(problem)});
    }
  }

  /// Empty: it said hello.
  Task<std::string> problem_of(const BotOnTrial& one) {
    std::string problem;
    std::optional<LaunchedBot> bot;
    try {
      BotCommand command = one.bot;
      bot = co_await launcher_.launch(one.name, std::move(command), init_);
    } catch (const LaunchError& error) {
      problem = error.what();
    }
    if (bot) {
      co_await bot->greeted->wait();
      const bool greeted = bot->player->connected();
      co_await launcher_.stop(*bot);
      problem = greeted ? "" : how_ended(*bot->process, bot->player->why_absent());
    }
    co_return problem;
  }

  Milliseconds init_;
  std::vector<BotOnTrial> bots_;
  std::vector<StartTrial> trials_;
  CommandLoop loop_;
  Launcher launcher_;
};

}  // namespace

std::vector<BotOnTrial> launched_bots(const TournamentConfig& config) {
  std::vector<BotOnTrial> launched;
  for (const EntrantSpec& entrant : config.entrants) {
    if (entrant.bot) {
      launched.push_back({entrant.name, *entrant.bot});
      if (auto& confinement = launched.back().bot.confinement) {
        confinement->hidden = config.hidden_from(*confinement);
      }
    }
  }
  if (!config.house_bot.empty()) {
    launched.push_back({house_name(0), BotCommand{config.house_bot}});
  }
  return launched;
}

std::vector<StartTrial> try_starts(std::vector<BotOnTrial> bots, Milliseconds init,
                                   std::shared_ptr<const Sandbox> sandbox) {
  return StartTrials(std::move(bots), init, std::move(sandbox)).run();
}

}  // namespace referee
