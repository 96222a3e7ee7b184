#include "referee/cli/start_trials.h"

#include <exception>
#include <iostream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/io_context.hpp>

#include "referee/base/text.h"
#include "referee/cli/interrupts.h"
#include "referee/match/launcher.h"

namespace referee {
namespace {

/// A bot that the tournament would launch.
struct LaunchedEntrant {
  std::string name;
  BotCommand bot;
};

std::vector<LaunchedEntrant> launched_entrants(const TournamentConfig& config) {
  std::vector<LaunchedEntrant> launched;
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

/// Owns the event loop and its users.
class StartTrials {
 public:
  StartTrials(const TournamentConfig& config, std::shared_ptr<const Sandbox> sandbox)
      : init_(config.clock.init_ms),
        launched_(launched_entrants(config)),
        tasks_(io_),
        interrupts_(tasks_, [this](int) { io_.stop(); }),  // the destructors end the bots
        launcher_(tasks_, std::move(sandbox)) {}

  std::size_t run() {
    tasks_.start("start trials", try_all());
    io_.run();
    if (failure_) {
      std::rethrow_exception(failure_);
    }
    const std::size_t started = launched_.size() - failed_;
    std::cout << "  starts      " << started << " of " << launched_.size() << " launched bots said hello\n";
    return failed_;
  }

 private:
  Task<> try_all() {
    try {
      for (const LaunchedEntrant& entrant : launched_) {
        const std::string problem = co_await problem_of(entrant);
        if (!problem.empty()) {
          ++failed_;
          std::cout << "  " << entrant.name << " does not start: " << escaped(problem, "\\") << std::endl;
        }
      }
    } catch (const std::exception&) {
      failure_ = std::current_exception();
    }
    interrupts_.close();
    launcher_.close();
  }

  /// Empty: it said hello.
  Task<std::string> problem_of(const LaunchedEntrant& entrant) {
    std::string problem;
    std::optional<LaunchedBot> bot;
    try {
      BotCommand command = entrant.bot;
      bot = co_await launcher_.launch(entrant.name, std::move(command), init_);
    } catch (const LaunchError& error) {
      problem = error.what();
    }
    if (bot) {
      co_await bot->greeted->wait();
      const bool greeted = bot->player->connected();
      co_await launcher_.stop(*bot);
      problem = greeted ? "" : how_ended(*bot->process, *bot->refusal);
    }
    co_return problem;
  }

  Milliseconds init_;
  std::vector<LaunchedEntrant> launched_;
  std::size_t failed_ = 0;
  boost::asio::io_context io_{1};
  Tasks tasks_;
  Interrupts interrupts_;
  Launcher launcher_;
  std::exception_ptr failure_;
};

}  // namespace

std::size_t try_starts(const TournamentConfig& config, std::shared_ptr<const Sandbox> sandbox) {
  return StartTrials(config, std::move(sandbox)).run();
}

}  // namespace referee
