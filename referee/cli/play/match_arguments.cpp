#include "referee/cli/play/match_arguments.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

#include <nlohmann/json.hpp>

#include "protocol/messages.h"
#include "protocol/sha256.h"
#include "referee/base/files.h"
#include "referee/base/input.h"
#include "referee/base/text.h"
#include "referee/cli/json_argument.h"
#include "referee/command/games_at_once.h"
#include "referee/games/adapters.h"
#include "referee/process/named_content.h"
#include "referee/process/program.h"
#include "referee/queue/match_queue.h"
#include "referee/rules/game_names.h"

namespace referee {
namespace {

/// For CLI11: empty if `text` is a salt.
std::string salt_problem(const std::string& text) {
  const bool hex = text.find_first_not_of("0123456789abcdef") == std::string::npos;
  return hex && text.size() == 32 ? "" : "expected 32 hex digits in lower case";
}

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument(what); }

/// Reads the bots of one command line into entrants with names that differ.
class EntrantReader {
 public:
  explicit EntrantReader(const GameArguments& game) : game_(game) {}

  void add(const std::vector<std::string>& bots) {
    for (SeatSpec& entrant : game_.launched(bots, names_)) {
      entrants_.push_back(std::move(entrant));
    }
  }
  std::size_t size() const { return entrants_.size(); }
  std::vector<SeatSpec> take() { return std::move(entrants_); }
  /// So many players who dial in.
  void add_dialled(std::size_t players) {
    for (; players > 0; --players) {
      entrants_.push_back({"seat " + std::to_string(entrants_.size())});
    }
  }

 private:
  const GameArguments& game_;
  std::set<std::string> names_;
  std::vector<SeatSpec> entrants_;
};

/// Makes the setup of a game with so many seats, one decision after the other.
class SetupMaker {
 public:
  SetupMaker(const MatchArguments& arguments, SeriesSpec series, std::size_t seats)
      : arguments_(arguments), entrants_(arguments.game) {
    setup_.series = std::move(series);
    meeting_ = {.game = arguments.game.game,
                .seats = seats,
                .opponents = arguments.opponents,
                .fill = !arguments.fill.empty(),
                .listens = listens(),
                .games = arguments.games,
                .pairs = arguments.pairs,
                .scale = arguments.scale,
                .sprt = arguments.sprt,
                .sprt_mean = arguments.sprt_mean};
  }

  MatchSetup make() {
    refuse_what_dialling_excludes();
    meeting_.refuse_wrong_options();
    refuse_what_match_programs_lack();
    entrants_.add(arguments_.game.bots);
    meeting_.bots = entrants_.size();
    meeting_.refuse_wrong_bots();
    setup_.decision = meeting_.decision();
    plan();
    setup_.entrants = entrants_.take();
    for (const SeatSpec& entrant : setup_.entrants) {
      setup_.dialled = setup_.dialled || !entrant.bot;
    }
    refuse_cpu_for_dialled();
    refuse_what_workers_cannot_play();
    set_jobs();
    note_contents();
    note_asked();
    return std::move(setup_);
  }

 private:
  bool listens() const { return !arguments_.listen.empty(); }

  void refuse_what_dialling_excludes() const {
    if (listens() && (!arguments_.opponents.empty() || !arguments_.sprt_mean.empty() || arguments_.jobs ||
                      arguments_.resume)) {
      refuse(
          "--listen: a bot that dials in plays one game at a time, without --sprt-mean, --opponents, --jobs "
          "and --resume");
    }
  }

  bool is_open_ended() const { return setup_.decision && !arguments_.pairs && !arguments_.games; }

  void plan() {
    if (!arguments_.opponents.empty()) {
      entrants_.add(read_opponents(arguments_.opponents));
      meeting_.pooled = entrants_.size() - meeting_.bots;
    }
    setup_.series.plan = meeting_.plan();
    for (std::size_t filled = meeting_.filled(); filled > 0; --filled) {
      entrants_.add({arguments_.fill});
    }
    entrants_.add_dialled(meeting_.dialled());
  }

  /// Such a program has clocks of its own, and starts its bots. OpeningArguments refuses openings.
  void refuse_what_match_programs_lack() const {
    const std::vector<std::pair<const char*, bool>> options = {
        {"--clock", !arguments_.clock.empty()},
        {"--measure", !arguments_.measure.empty()},
        {"--listen", listens()},
        {"--trace", arguments_.trace.given()},
        {"--queue", !arguments_.queue.empty()},
        {"--as", adapter_named(arguments_.game.adapter) != nullptr}};
    for (const auto& [option, given] : options) {
      if (given) {
        refuse_match_program(*setup_.series.game, option);
      }
    }
  }

  /// Processor time can be measured on this machine only.
  void refuse_cpu_for_dialled() const {
    const auto need = setup_.series.clock.cpu_need();
    for (const SeatSpec& entrant : setup_.entrants) {
      if (need && !entrant.bot) {
        refuse(need->text() + ": " + entrant.name + " dials in, and its processor time cannot be measured");
      }
    }
  }

  void refuse_what_workers_cannot_play() const {
    if (arguments_.queue.empty()) {
      return;
    }
    if (listens() || arguments_.trace.given()) {
      refuse("--queue: workers play launched bots, and hand in records: expected no --listen and no --trace");
    }
    if (!queue::RemoteMatches::can_travel(setup_.entrants)) {
      refuse(std::string("--queue: workers cannot play this: expected bots each of which ") +
             queue::RemoteMatches::kTravels);
    }
  }

  void set_jobs() {
    setup_.series.restart = arguments_.restart;
    setup_.series.open_ended = is_open_ended();
    const int usual = arguments_.queue.empty()
                          ? usual_games_at_once(setup_.series.clock, setup_.series.plan.seats())
                          : queue::MatchQueue::kJobs;
    setup_.series.jobs = setup_.dialled ? 1 : arguments_.jobs.value_or(usual);
  }

  void note_contents() {
    std::map<std::vector<std::string>, std::string> known;  // many a series is of one bot with itself
    for (const SeatSpec& entrant : setup_.entrants) {
      const std::vector<std::string> argv = entrant.bot ? entrant.bot->argv : std::vector<std::string>();
      const auto [content, is_new] = known.try_emplace(argv);
      if (is_new && entrant.bot) {
        content->second = named_content(argv);
      }
      setup_.series.contents.push_back(content->second);
    }
    for (const std::string& name : arguments_.changed) {
      if (std::ranges::find(setup_.entrants, name, &SeatSpec::name) == setup_.entrants.end()) {
        refuse("--changed: got '" + name + "', expected the name of a bot of this series");
      }
    }
  }

  void note_asked() {
    Json entrants = Json::array();
    for (const SeatSpec& entrant : setup_.entrants) {
      entrants.push_back({{"name", entrant.name},
                          {"command", entrant.bot ? entrant.bot->argv : std::vector<std::string>{}}});
    }
    const SeriesSpec& series = setup_.series;
    setup_.asked = {
        {"game", series.game->name},    {"options", series.options},       {"clock", series.clock.json()},
        {"salt", series.first.salt},    {"entrants", std::move(entrants)}, {"as", arguments_.game.adapter},
        {"challengers", meeting_.bots}, {"pairs", series.plan.paired()},   {"openings", openings_asked()}};
    if (!series.instances.empty()) {
      setup_.asked["instances"] = series.instances;
    }
    if (arguments_.scale) {
      setup_.asked["scale"] = true;
    }
    if (const std::string rules = series.game->rules_sha256(); !rules.empty()) {
      setup_.asked["rules_sha256"] = rules;
    }
  }

  /// What games begin with, by the contents of files.
  Json openings_asked() const {
    const OpeningArguments& opening = arguments_.opening;
    const auto digest = [](const std::string& file) {
      return file.empty() ? Json() : Json(protocol::Sha256::hex_of(read_whole_file(file, kMaxRecordMib)));
    };
    return {{"listed", digest(opening.file)},
            {"random_plies", opening.random_plies},
            {"from", digest(opening.from)},
            {"turn", opening.turn}};
  }

  const MatchArguments& arguments_;
  SeriesMeeting meeting_;
  EntrantReader entrants_;
  MatchSetup setup_;
};

SeriesSpec series_of(const MatchArguments& arguments) {
  SeriesSpec series = arguments.game.series();
  series.instances = arguments.instances;
  if (!arguments.clock.empty()) {
    series.clock = ClockSpec::read(read_json_argument(arguments.clock), "clock");
  }
  if (!arguments.measure.empty()) {
    series.clock.measure = arguments.measure == "wall"  ? Measure::wall
                           : arguments.measure == "cpu" ? Measure::cpu
                                                        : Measure::automatic;
  }
  if (series.clock.measure == Measure::wall && series.clock.ponder == Ponder::charged) {
    throw std::invalid_argument(
        "--measure: got wall, expected auto or cpu: by the clock processor time between "
        "turns is charged (ponder), and wall time does not tell it");
  }
  series.first.salt = arguments.salt;
  series.no_show = Milliseconds(arguments.no_show_ms);
  return series;
}

bool is_comment(const std::string& line) {
  const std::size_t begin = line.find_first_not_of(" \t\r");
  return begin == std::string::npos || line[begin] == '#';
}

std::vector<std::string> lines_of_pool(const std::filesystem::path& file) {
  std::vector<std::string> commands;
  const std::string text = read_small_file(file);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (std::string line = text.substr(begin, end - begin); !is_comment(line)) {
      commands.push_back(std::move(line));
    }
    begin = end + 1;
  }
  return commands;
}

std::vector<std::string> programs_of_pool(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> entries;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (!entry.path().filename().string().starts_with('.')) {
      entries.push_back(entry.path());
    }
  }
  std::ranges::sort(entries);
  std::vector<std::string> commands;
  for (const std::filesystem::path& entry : entries) {
    const bool has_run = std::filesystem::is_directory(entry);
    const std::filesystem::path program = std::filesystem::absolute(has_run ? entry / "run" : entry);
    if (!is_runnable(program.string())) {
      refuse("--opponents: " + entry.string() +
             " is no bot: expected a program that may be executed, or a "
             "folder with one that is called run");
    }
    const std::string name = entry.filename().string();
    const bool named = has_run && protocol::is_valid_name(name);
    commands.push_back((named ? name + "=" : "") + shell_quoted(program.string()));
  }
  return commands;
}

}  // namespace

void MatchArguments::add_to(CLI::App& command) {
  game.add_to(command,
              "[NAME=]COMMAND: a bot's command, sample:NAME, or game:NAME of a game's folder. One for each "
              "seat of the game; any number for a "
              "game of one seat, which all play the same games",
              "Seed of the first game or pair, the next has one more; default: secret");
  const CLI::Range number(std::int64_t{1}, SeriesMeeting::kMostGames);
  command.add_option("--games", games, "Games to play; seats rotate between them")->check(number);
  command.add_option("--pairs", pairs, "Pairs of games: both have one seed, seats are swapped")
      ->check(number);
  command
      .add_option(
          "--sprt", sprt,
          "elo0=0,elo1=20, and alpha=0.05, beta=0.05, model=normalized or logistic: plays pairs until a "
          "sequential test has decided whether the first bot is stronger by elo0 or by elo1")
      ->type_name("TEST");
  command
      .add_option("--sprt-mean", sprt_mean,
                  "delta=D,alpha=0.05,beta=0.05: for a game of one seat, plays until a sequential test has "
                  "decided whether the first bot's mean score is higher by 0 or by D")
      ->type_name("TEST");
  command.add_option("--fill", fill, "The bot on the seats that no --bot has, at tables of more than two")
      ->type_name("COMMAND");
  command
      .add_option("--opponents", opponents,
                  "A folder of programs, or a file with a command a line: each --bot meets each of them")
      ->type_name("PATH");
  command
      .add_option("--jobs", jobs, "Games at the same time; default: the cores less one, and 64 with --queue")
      ->check(CLI::Range(1, 256));
  command
      .add_option("--queue", queue,
                  "postgresql:...: the workers of this store play the games (`referee worker`, `referee "
                  "store init`)")
      ->type_name("STORE");
  command
      .add_option("--salt", salt,
                  "32 hex digits that secret deals come from beside the seed; default: drawn for each game")
      ->type_name("HEX")
      ->check(CLI::Validator(salt_problem, ""));
  command.add_option("--clock", clock, "A clock as JSON or @FILE; default: the game's own")
      ->type_name("CLOCK");
  command
      .add_option(
          "--measure", measure,
          "What the clock charges: cpu, processor time; wall, waiting too; auto, cpu for launched bots. "
          "Default: as the clock says")
      ->check(CLI::IsMember({"auto", "cpu", "wall"}));
  opening.add_from(command);
  opening.add_to(command);
  command.add_option("--listen", listen, "HOST:PORT for the seats without --bot; port 0: any")
      ->type_name("HOST:PORT");
  command.add_option("--no-show-ms", no_show_ms, "How long a game waits for a player who has left")
      ->type_name("MS")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{86'400'000}));
  command.add_flag("--restart", restart,
                   "Starts each bot anew for each game, also one that says that it can play several");
  add_trace_option(command, trace,
                   " Games that are played at the same time have a file each: FILE.MATCH.jsonl");
  command.add_option("--json", json, "Writes the results as JSON to this file")->type_name("FILE");
  command
      .add_flag("--by-opening", by_opening,
                "With --openings: prints what the games with each opening have come to; --json always has it")
      ->needs("--openings");
  command.add_option("--csv", csv, "Writes a line a game and seat as CSV to this file")->type_name("FILE");
  command.add_flag("--verbose", verbose, "Prints a line a game");
  command.add_flag(
      "--resume", resume,
      "Goes on with the newest run in --reports that was begun with the same arguments; it may play "
      "more games");
  command
      .add_option("--changed", changed,
                  "With --resume: a bot that is no longer what it was; its games are played anew. Without it "
                  "a series with such a bot is refused")
      ->type_name("NAME")
      ->allow_extra_args(false)
      ->needs("--resume");
  command.add_flag("--browser", browser,
                   "Afterwards, write the last match as a page beside its record, and open it");
}

MatchSetup setup_of(MatchArguments& arguments) {
  std::optional<RecordedPosition> position = arguments.opening.position(arguments.game.game);
  if (position) {
    arguments.game.game = rules::typed_name(*position->game);
  }
  SeriesSpec series = series_of(arguments);
  if (position) {
    series.options = position->options;
  }
  const std::size_t seats = fill_in_options(series);
  series.openings = position ? Openings::at(std::move(*position))
                             : arguments.opening.openings(*series.game, series.options);
  return SetupMaker(arguments, std::move(series), seats).make();
}

MatchRun begin_match(MatchArguments& arguments) {
  MatchSetup setup = setup_of(arguments);
  for (const std::string& file : {arguments.json, arguments.csv}) {
    if (!file.empty()) {
      check_writable(file);
    }
  }
  arguments.reports = arguments.game.reports;
  arguments.seed = arguments.game.seed;
  const TriedBy tried_by = arguments.queue.empty() ? TriedBy::first_start : TriedBy::trial;
  auto sandbox = arguments.game.sandbox.open(*setup.series.game, setup.entrants, tried_by);
  return MatchRun(arguments, std::move(setup), std::move(sandbox));
}

std::vector<std::string> read_opponents(const std::filesystem::path& pool) {
  std::error_code missing;
  const std::vector<std::string> commands =
      std::filesystem::is_directory(pool, missing) ? programs_of_pool(pool) : lines_of_pool(pool);
  if (commands.empty()) {
    refuse("--opponents: " + pool.string() + " has no bot");
  }
  return commands;
}

}  // namespace referee
