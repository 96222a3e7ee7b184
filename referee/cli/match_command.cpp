#include <iostream>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <boost/asio/io_context.hpp>
#include <nlohmann/json.hpp>

#include "referee/base/text.h"
#include "referee/cli/commands.h"
#include "referee/cli/game_arguments.h"
#include "referee/cli/interrupts.h"
#include "referee/cli/json_argument.h"
#include "referee/cli/match_summary.h"
#include "referee/match/launcher.h"
#include "referee/match/series.h"
#include "referee/net/listener.h"
#include "referee/process/stall_gauge.h"

namespace referee {
namespace {

/// The command line as it was written.
struct MatchArguments {
  GameArguments game;
  std::string clock;
  std::string listen;
  std::string salt;
  int games = 1;
  std::int64_t no_show_ms = 60000;
};

/// The entrants: the launched bots in the given order, then a player that dials in for each seat that is
/// left.
std::vector<SeatSpec> entrants_of(const MatchArguments& arguments, std::size_t seats) {
  std::set<std::string> names;
  std::vector<SeatSpec> entrants;
  for (const std::string& bot : arguments.game.bots) {
    entrants.push_back(arguments.game.launched(bot, names));
  }
  const bool listens = !arguments.listen.empty();
  if (entrants.size() > seats || (entrants.size() < seats && !listens)) {
    throw std::invalid_argument(
        arguments.game.game + " has " + std::to_string(seats) + (seats == 1 ? " seat" : " seats") +
        " with these options: got " + std::to_string(entrants.size()) + " --bot, expected " +
        std::to_string(seats) + (listens ? " at most" : ", or --listen for those who dial in"));
  }
  while (entrants.size() < seats) {
    entrants.push_back({"seat " + std::to_string(entrants.size())});
  }
  return entrants;
}

/// For CLI11: empty if `text` is a salt.
std::string salt_problem(const std::string& text) {
  const bool hex = text.find_first_not_of("0123456789abcdef") == std::string::npos;
  return hex && text.size() == 32 ? "" : "expected 32 hex digits in lower case";
}

SeriesSpec series_of(const MatchArguments& arguments) {
  SeriesSpec series = arguments.game.series();
  if (!arguments.clock.empty()) {
    series.clock = ClockSpec::read(read_json_argument(arguments.clock), "clock");
  }
  series.first.salt = arguments.salt;
  series.games = arguments.games;
  series.no_show = Milliseconds(arguments.no_show_ms);
  return series;
}

/// Refuses the measure cpu with bots that dial in: processor time can be measured on this machine only.
void refuse_cpu_for_dialled(const SeriesSpec& series, const std::vector<SeatSpec>& entrants) {
  for (const SeatSpec& seat_spec : entrants) {
    if (!seat_spec.bot && series.clock.measure == Measure::cpu) {
      throw std::invalid_argument("clock.measure: got \"cpu\", expected \"auto\" or \"wall\": " +
                                  seat_spec.name + " dials in, and its processor time cannot be measured");
    }
  }
}

/// One run of the command: owns the event loop and its users, and prints each attempt that is over.
class MatchRun final : private MatchObserver {
 public:
  MatchRun(const MatchArguments& arguments, SeriesSpec series, std::vector<SeatSpec> entrants)
      : games_(series.games),
        budget_(wall_budget(series.clock, !arguments.listen.empty())),
        tasks_(io_),
        interrupts_(tasks_,
                    [this](int number) { series_->stop("interrupted by signal " + std::to_string(number)); }),
        sandbox_(arguments.game.sandbox.open(confines_of(entrants))),
        launcher_(tasks_, sandbox_),
        files_(arguments.game.reports) {
    if (!arguments.listen.empty()) {
      open_lobby(arguments, entrants, Milliseconds(series.clock.init_ms));
    }
    series_.emplace(tasks_, launcher_, acceptor_ ? &*acceptor_ : nullptr, files_, std::move(series),
                    std::move(entrants), MatchObservers{this});
  }

  /// The exit code.
  int run() {
    const auto stalls = watch_for_stalls(budget_);
    launcher_.keep_apart();
    tasks_.start("match", play());
    io_.run();
    std::cout << escaped(sandbox_->notes().text(), "\n\\") << std::flush;
    if (failure_) {
      std::rethrow_exception(failure_);
    }
    if (interrupts_.number() != 0) {
      return exit_code::kSignal + interrupts_.number();
    }
    if (games_ > 1) {
      std::cout << "\ntotals of " << games_ << " games\n" << totals_.text() << repeated_.text();
    }
    return exit_code::kDone;
  }

 private:
  void open_lobby(const MatchArguments& arguments, const std::vector<SeatSpec>& entrants, Milliseconds init) {
    std::vector<std::string> launched;
    for (const SeatSpec& seat_spec : entrants) {
      if (seat_spec.bot) {
        launched.push_back(seat_spec.name);
      }
    }
    const std::size_t dialled = entrants.size() - launched.size();
    acceptor_.emplace(tasks_, dialled, launched, init);
    listener_.emplace(tasks_, Address::parse(arguments.listen),
                      [this](int fd) { acceptor_->lobby.accept(fd); });
    listener_->warn_without_tls();
    std::cout << "listening on " << listener_->address() << ", waiting for " << dialled << " to dial in"
              << std::endl;
  }

  Task<> play() {
    try {
      co_await series_->play();
    } catch (const std::exception&) {
      failure_ = std::current_exception();
    }
    close();
  }

  void on_end(const PlayedAttempt& played) override {
    std::cout << summary_of(played, &files_) << std::flush;
    if (!played.result.is_void) {
      totals_.add(played.result);
      if (games_ > 1) {
        repeated_.add(played.result.record);
      }
      std::cout << totals_.running_mean() << std::flush;
    }
  }

  /// Closes all users of the event loop, so that it ends.
  void close() {
    if (acceptor_) {
      listener_->close();
      acceptor_->close("the match is over");
    }
    interrupts_.close();
    launcher_.close();
  }

  int games_;
  std::optional<Milliseconds> budget_;
  SeriesTotals totals_;
  RepeatedGames repeated_;
  boost::asio::io_context io_{1};
  Tasks tasks_;
  Interrupts interrupts_;
  std::shared_ptr<const Sandbox> sandbox_;
  Launcher launcher_;
  RecordFiles files_;
  std::optional<Series::Acceptor> acceptor_;
  std::optional<Listener> listener_;
  std::optional<Series> series_;
  std::exception_ptr failure_;
};

int play_match(const MatchArguments& arguments) {
  SeriesSpec series = series_of(arguments);
  const std::size_t seats = fill_in_options(series);
  std::vector<SeatSpec> entrants = entrants_of(arguments, seats);
  refuse_cpu_for_dialled(series, entrants);
  return MatchRun(arguments, std::move(series), std::move(entrants)).run();
}

}  // namespace

void add_match_command(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("match", "Play a match here, between bots launched or dialling in");
  const auto arguments = std::make_shared<MatchArguments>();
  arguments->game.add_to(*command, "A bot's command, or sample:NAME; once for each seat of the game",
                         "Seed of the first game, the next has one more; default: secret");
  command->add_option("--games", arguments->games, "Games to play; seats rotate between them")
      ->check(CLI::Range(1, 1'000'000));
  command
      ->add_option("--salt", arguments->salt,
                   "32 hex digits that secret deals come from beside the seed; default: drawn for each game")
      ->check(CLI::Validator(salt_problem, "HEX"));
  command->add_option("--clock", arguments->clock, "A clock as JSON or @FILE; default: the game's own");
  command->add_option("--listen", arguments->listen, "HOST:PORT for the seats without --bot; port 0: any");
  command
      ->add_option("--no-show-ms", arguments->no_show_ms, "How long a game waits for a player who has left")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{86'400'000}));
  command->footer(
      "Exit code: 0 played, 2 wrong usage, 3 the referee or its machine failed, 4 sandbox weaker than "
      "asked,\n"
      "128+N ended by signal N.\n"
      "A bot's faults never change it.\n\n"
      "Examples:\n"
      "  referee match walls --bot \"python3 my_bot.py\" --bot sample:walls_search --games 2 --seed 7\n"
      "  referee match walls --bot sample:walls_random --listen 127.0.0.1:7878");
  command->callback([arguments, &code] { code = play_match(*arguments); });
}

}  // namespace referee
