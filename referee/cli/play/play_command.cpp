#include <csignal>
#include <exception>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "referee/base/secrets.h"
#include "referee/base/sockets.h"
#include "referee/base/text.h"
#include "referee/cli/commands.h"
#include "referee/cli/game_arguments.h"
#include "referee/cli/opening_arguments.h"
#include "referee/command/command_loop.h"
#include "referee/command/standard_output.h"
#include "referee/games/game_parts.h"
#include "referee/match/launcher.h"
#include "referee/play/defaults.h"
#include "referee/play/line_interface.h"
#include "referee/play/window_interface.h"
#include "referee/rules/game_names.h"
#include "referee/series/attempt_summary.h"
#include "referee/series/run/match_summary.h"
#include "referee/series/series.h"
#include "referee/series/series_text.h"

namespace referee {
namespace {

constexpr const char* kPerson = "person";
constexpr const char* kSecondPerson = "person-2";
constexpr int kGamesOfTwo = 2;  // of two people: each moves first in one of them

/// The command line as it was written.
struct PlayArguments {
  GameArguments game;
  OpeningArguments opening;
  bool two = false;
};

/// The players: people in the first seats, then the bots in the given order, then sample bots.
struct Company {
  std::vector<std::string> people;
  std::vector<SeatSpec> bots;
};

/// Our games that two people can play at one keyboard: "walls".
std::string games_for_two() {
  std::string names;
  for (const engines::Entry& entry : engines::games()) {
    if (play::is_for_two(entry.facts(engines::Json::object()))) {
      names.append(names.empty() ? "" : ", ").append(entry.name);
    }
  }
  return names;
}

/// "superball is played in lines, SWAP row col row col or SCORE row col", for each such game.
std::string games_in_lines() {
  std::string text;
  for (const GameParts& parts : all_parts()) {
    if (parts.lines != nullptr) {
      text.append(text.empty() ? "" : "; ").append(parts.game).append(" is played in lines, ");
      text.append(parts.lines_help);
    }
  }
  return text + "; a game of your own by " + std::string(parts_of("").lines_help);
}

void refuse_wrong_number(const PlayArguments& arguments, const engines::Facts& facts, std::size_t people) {
  const std::size_t seats = facts.seats;
  if (arguments.two && !play::is_for_two(facts)) {
    throw std::invalid_argument(
        "--two: " + arguments.game.game +
        " is not for two people at one keyboard, expected a game that is: " + games_for_two());
  }
  const std::size_t most = seats - people;
  if (arguments.game.bots.size() > most) {
    throw std::invalid_argument(arguments.game.game + " has " + counted(seats, "seat") +
                                " with these options, people have " + std::to_string(people) + ": got " +
                                std::to_string(arguments.game.bots.size()) + " --bot, expected " +
                                (most == 0 ? "none" : std::to_string(most) + " at most"));
  }
}

Company company_of(const PlayArguments& arguments, const engines::Facts& facts) {
  Company company{{kPerson}, {}};
  if (arguments.two) {
    company.people.emplace_back(kSecondPerson);
  }
  refuse_wrong_number(arguments, facts, company.people.size());
  std::set<std::string> names(company.people.begin(), company.people.end());
  std::vector<std::string> bots = arguments.game.bots;
  while (company.people.size() + bots.size() < facts.seats) {
    bots.push_back(play::default_bot(game_named(arguments.game.game), bots.size()));
  }
  company.bots = arguments.game.launched(bots, names);
  return company;
}

/// `position`: where the games begin; nothing: at their start.
SeriesSpec series_of(const PlayArguments& arguments, std::optional<RecordedPosition> position) {
  SeriesSpec series = arguments.game.series();
  refuse_match_program(*series.game, "play");
  if (position) {
    series.options = position->options;
  }
  play::complete_options(parts_of(series.game->name), series.options);
  series.clock = play::patient_clock();
  series.first.salt = random_hex();
  if (position) {
    series.openings = Openings::at(std::move(*position));
  }
  return series;
}

/// The position in which people are asked first.
std::unique_ptr<engines::Game> begin_of(const SeriesSpec& series) {
  const RecordedPosition* const position = series.openings.position();
  if (position == nullptr) {
    return series.game->make(series.options, series.first);
  }
  auto game = series.game->make(series.options, position->seed);
  play_given(position->given, *game);
  return game;
}

/// One run of the command: owns the event loop and its users, and shows how the match ended.
class PlayRun final : private MatchObserver {
 public:
  PlayRun(const PlayArguments& arguments, SeriesSpec series, Company company)
      : in_lines_(screen::Terminal::problem().has_value()),
        loop_([this](int number) { on_signal(number); }, nullptr, {SIGHUP}),
        sandbox_(arguments.game.sandbox.open(confines_of(company.bots))),
        launcher_(loop_.tasks(), sandbox_),
        files_(arguments.game.reports),
        table_(make_table(series)) {
    std::vector<SeatSpec> entrants;
    for (std::string& name : company.people) {
      people_.emplace_back(loop_.tasks(), loopback_, std::move(name), *table_);
      entrants.push_back(people_.back().seat_spec());
    }
    entrants.insert(entrants.end(), company.bots.begin(), company.bots.end());
    std::vector<std::string> names;
    for (const SeatSpec& entrant : entrants) {
      names.push_back(entrant.name);
    }
    results_.emplace(std::move(names), series.plan);
    series_.emplace(loop_.tasks(), launcher_, nullptr, files_, std::move(series), std::move(entrants),
                    MatchObservers{this}, [this](const PlannedGame& game, const PlayedAttempt& played) {
                      results_->add(summary_of(game, played));
                    });
    loop_.tasks().on_failure([this] { stop("the referee has failed"); });
  }

  /// The exit code.
  int run() {
    loop_.run("match", play(), [this] { close(); });
    if (const auto failure = loop_.failure() ? loop_.failure() : loop_.tasks().first_failure()) {
      std::rethrow_exception(failure);
    }
    std::cout << last_words_ << escaped(sandbox_->notes().text(), "\n\\") << std::flush;
    return left_ || loop_.signal() == 0 ? exit_code::kDone : exit_code::kSignal + loop_.signal();
  }

 private:
  std::unique_ptr<play::PlayInterface> make_table(const SeriesSpec& series) {
    const auto leave = [this] {
      left_ = true;
      stop("the person has left");
    };
    const auto legal = [this](std::size_t seat) {
      const auto found = legal_.find(seat);
      return found == legal_.end() ? std::nullopt : found->second;
    };
    if (in_lines_) {
      return std::make_unique<play::LineInterface>(loop_.tasks(), series.game->name, begin_of(series), legal,
                                                   leave);
    }
    return std::make_unique<play::WindowInterface>(loop_.tasks(), std::string(series.game->name),
                                                   static_cast<int>(series.plan.games()), legal, leave);
  }

  Task<> play() {
    co_await series_->play();
    co_await table_->looked();
  }

  void on_signal(int number) {
    if (number == SIGINT) {
      left_ = true;
      stop("the person has left");
    } else {
      stop("interrupted by signal " + std::to_string(number));
    }
  }

  /// Gives the terminal back at once; bots may take a moment to leave.
  void stop(const std::string& why) {
    series_->stop(why);
    table_->close();
  }

  /// The legal moves of who is asked next, which the people choose from.
  void keep_legal_moves(const engines::Game& game) {
    legal_.clear();
    for (const engines::Seat seat : game.to_move()) {
      legal_[seat] = game.legal(seat);
    }
  }
  void on_start(const ObservedMatch& match) override { keep_legal_moves(match.game); }
  void on_turn(const ObservedMatch& match, const PlayedTurn& /*turn*/) override {
    keep_legal_moves(match.game);
  }

  void on_end(const PlayedAttempt& played) override {
    legal_.clear();
    table_->on_end(played);
    if (in_lines_) {
      last_words_.clear();
      return;
    }
    last_words_ = (ended_ == 0 ? "" : last_words_) + summary_of(played);
    if (played.result.is_void) {
      return;
    }
    ++ended_;
    if (ended_ > 1) {
      last_words_ += totals_table(*results_, output_width());
    }
  }

  /// Closes all users of the event loop, so that it ends.
  void close() {
    table_->close();
    for (play::Person& person : people_) {
      person.close();
    }
    launcher_.close();
  }

  bool in_lines_;
  CommandLoop loop_;
  std::shared_ptr<const Sandbox> sandbox_;
  Launcher launcher_;
  RecordFiles files_;
  Loopback loopback_;
  std::unique_ptr<play::PlayInterface> table_;
  std::list<play::Person> people_;
  std::optional<Series> series_;
  std::string last_words_ = "nothing was played, so there is no record\n";  // printed once the window closes
  int ended_ = 0;  // matches that were played to their end
  std::optional<SeriesResults> results_;
  std::map<engines::Seat, std::optional<std::vector<engines::Json>>> legal_;  // of the seats that are to move
  bool left_ = false;
};

int play_game(PlayArguments& arguments) {
  std::optional<RecordedPosition> position = arguments.opening.position(arguments.game.game);
  if (position) {
    arguments.game.game = rules::typed_name(*position->game);
  }
  SeriesSpec series = series_of(arguments, std::move(position));
  const std::size_t seats = fill_in_options(series);
  series.plan = SeriesPlan::rotating(seats, arguments.two ? kGamesOfTwo : 1);
  Company company = company_of(arguments, series.game->facts(series.options));
  if (parts_of(arguments.game.game).lines == nullptr) {
    if (const auto why = screen::Terminal::problem()) {
      throw std::invalid_argument("play needs a terminal: " + *why);
    }
  }
  return PlayRun(arguments, std::move(series), std::move(company)).run();
}

}  // namespace

void add_play_command(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("play", "Play a game yourself, in the terminal");
  const auto arguments = std::make_shared<PlayArguments>();
  arguments->game.add_to(
      *command, "Whom you meet: a bot's command, sample:NAME, or game:NAME; default: a bot of the game",
      "Seed of the game's own chance; default: drawn");
  arguments->opening.add_from(*command);
  command->add_flag(
      "--two", arguments->two,
      "A second person at the same keyboard, instead of a bot, in two games, so that each moves "
      "first once: " +
          games_for_two());
  command->footer(
      "A match as any other, with its record, but with a clock that presses nobody. In a window, h shows the "
      "keys and q leaves. Without a terminal, " +
      games_in_lines() +
      "; q or the end of the input leaves. Who leaves makes the match void.\n"
      "Exit code: 0 played or left, 2 wrong usage, 3 the referee or its machine failed, 4 sandbox weaker "
      "than asked, 128+N ended by signal N.\n\n"
      "Examples:\n"
      "  referee play snake --option maze=c2_handout_hall\n"
      "  referee play walls --bot \"python3 my_bot.py\"\n"
      "  referee play superball --seed 7\n"
      "  referee play --from out/records/walls-1g1.jsonl --turn 12");
  command->callback([arguments, &code] { code = play_game(*arguments); });
}

}  // namespace referee
