#include "referee/series/run/match_run.h"

#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <utility>

#include <boost/asio/post.hpp>

#include "referee/base/files.h"
#include "referee/base/input.h"
#include "referee/base/secrets.h"
#include "referee/base/text.h"
#include "referee/clocks/clock_text.h"
#include "referee/command/browser.h"
#include "referee/command/exit_codes.h"
#include "referee/command/games_at_once.h"
#include "referee/command/standard_output.h"
#include "referee/pages/built_beside.h"
#include "referee/pages/match_data.h"
#include "referee/pages/match_page.h"
#include "referee/process/cpus.h"
#include "referee/process/stall_gauge.h"
#include "referee/record/replay.h"
#include "referee/series/attempt_summary.h"
#include "referee/series/run/match_summary.h"
#include "referee/series/series_data.h"
#include "referee/series/series_text.h"
#include "referee/store/store_uri.h"

namespace referee {
namespace {

/// Which clock counts, and how it is measured.
std::string clock_head(const SeriesSpec& series, bool dialled) {
  const Measure measure = series.clock.measure;
  const bool wall = measure == Measure::wall;
  const std::string how = wall ? "wall time, with all waiting"
                          : measure == Measure::cpu || !dialled
                              ? "processor time of each bot; --measure wall counts its waiting, too"
                              : "processor time of launched bots, wall time of those that dial in";
  const bool ponder = series.clock.ponder == Ponder::charged;
  return "clock: " + limits_text(series.clock) + "\nmeasured: " + how +
         (ponder ? "; also between turns, as thinking time of the next one (ponder)" : "") + "\n";
}

/// Why the clocks are not fair with so many games at a time on so many cores; nothing if they are.
std::optional<std::string> crowd_warning(const SeriesSpec& series, std::size_t cores) {
  const std::size_t bots = static_cast<std::size_t>(series.jobs) * series.plan.seats();
  if (series.clock.measure != Measure::wall || series.jobs == 1 || bots <= cores) {
    return std::nullopt;
  }
  return std::to_string(bots) + " bots run at the same time on " + counted(cores, "core") +
         ", and the wall clock charges a bot for the time that another one takes: give fewer --jobs, or "
         "--measure cpu";
}

}  // namespace

MatchRun::MatchRun(const MatchOrder& order, MatchSetup setup, std::shared_ptr<const Sandbox> sandbox)
    : order_(order),
      alone_(setup.series.plan.games() == 1),
      decision_(std::move(setup.decision)),
      entrants_(std::move(setup.entrants)),
      spec_(std::move(setup.series)),
      asked_(std::move(setup.asked)),
      results_(names_of(entrants_), spec_.plan),
      loop_([this](int number) { series_->stop("interrupted by signal " + std::to_string(number)); }),
      begun_(loop_.clock().now()),
      sandbox_(std::move(sandbox)),
      launcher_(loop_.tasks(), sandbox_),
      // To wait for the disk takes longer than a short game: of a series the latest records may be lost with
      // the machine's power, and take_up() finds that out.
      files_(order.reports, alone_ ? Sync::disk : Sync::none),
      tick_(loop_.io(), [this] { tell(); }) {
  if (!order.listen.empty()) {
    open_lobby();
  }
  open_trace();
  if (!order_.queue.empty()) {
    queue_.emplace(loop_.tasks(), open_job_poster(StoreUri::parse(order_.queue)), sandbox_->level());
    spec_.workers = &queue_->matches;
  }
  if (order_.resume) {
    go_on();
  } else if (!setup.dialled && !alone_) {
    begin_file();
  }
  spec_.sandbox = sandbox_;
  series_.emplace(loop_.tasks(), launcher_, acceptor_ ? &*acceptor_ : nullptr, files_, spec_, entrants_,
                  MatchObservers{this},
                  [this](const PlannedGame& game, const PlayedAttempt& played) { on_game(game, played); });
}

MatchRun::~MatchRun() = default;

void MatchRun::open_lobby() {
  std::vector<std::string> launched;
  for (const SeatSpec& entrant : entrants_) {
    if (entrant.bot) {
      launched.push_back(entrant.name);
    }
  }
  const std::size_t dialled = entrants_.size() - launched.size();
  const auto whom = spec_.plan.paired() ? OpenSeats::For::those_who_play_on : OpenSeats::For::all;
  acceptor_.emplace(loop_.tasks(), dialled, launched, Milliseconds(spec_.clock.init_ms), whom);
  listener_.emplace(loop_.tasks(), Address::parse(order_.listen),
                    [this](int fd) { acceptor_->lobby.accept(fd); });
  listener_->warn_without_tls();
  std::cout << "listening on " << listener_->address() << ", waiting for " << dialled << " to connect"
            << std::endl;
}

/// One file for all games, or for each that has others beside it a file of its own.
void MatchRun::open_trace() {
  if (!order_.trace.given()) {
    return;
  }
  if (spec_.jobs > 1) {
    order_.trace.check_folder();
    spec_.trace = [this](const std::string& match) {
      return order_.trace.open_for_match(loop_.clock(), "match", match);
    };
    return;
  }
  const std::shared_ptr<LineTrace> all = order_.trace.open(loop_.clock(), "match");
  spec_.trace = [all](const std::string&) { return all; };
  if (acceptor_) {
    acceptor_->lobby.set_trace(all);
  }
}

// ---- a run that was interrupted ----

void MatchRun::begin_file() {
  spec_.run = files_.reserve_run(spec_.game->name);
  spec_.salts = random_hex();
  file_.emplace(SeriesFile::begin(order_.reports, {spec_.run, spec_.first.number, spec_.salts, asked_}));
}

void MatchRun::go_on() {
  auto found = SeriesFile::find(order_.reports, asked_, order_.seed);
  if (!found) {
    throw std::invalid_argument("--resume: " + order_.reports +
                                " has no run that was begun with these arguments; only the number of games, "
                                "--jobs and the files to write may differ");
  }
  file_.emplace(std::move(*found));
  spec_.run = file_->content().run;
  spec_.first.number = file_->content().seed;
  spec_.salts = file_->content().salts;
  for (std::int64_t number = 1; number <= spec_.plan.games(); ++number) {
    take_up(spec_.plan.game(number));
  }
  played_before_ = results_.games().size();
  std::cout << "continues " << spec_.run << ": " << counted(played_before_, "game was", "games were")
            << " played before\n";
  if (decision_) {
    decision_->look_at(results_);
  }
}

/// Takes the game's record for its result, if it has one.
void MatchRun::take_up(const PlannedGame& game) {
  const std::string match = spec_.run + "g" + std::to_string(game.number);
  const std::filesystem::path path = files_.path_of(match, 1, false);
  if (!std::filesystem::exists(path)) {
    return;
  }
  const std::string record = read_whole_file(path, kMaxRecordMib);
  if (record.empty() || record.front() == '\0') {
    return;  // the name was on the disk before its content when the machine lost power
  }
  if (const Verified read = read_record(record); read.difference) {
    throw std::runtime_error(path.string() + ": " + read.difference->text() +
                             ": the file is damaged. Remove it, and the game is played again");
  }
  GameSummary summary = summary_of(game, record);
  if (!is_stale(summary, path)) {
    results_.add(std::move(summary));
    spec_.played.insert(game.number);
  }
}

/// A bot of the game has changed since, and --changed names it. Throws if it does not. Records of earlier
/// versions do not say what was played.
bool MatchRun::is_stale(const GameSummary& game, const std::filesystem::path& record) const {
  bool stale = false;
  for (std::size_t seat = 0; seat < game.seats.size(); ++seat) {
    const std::size_t entrant = game.game.seating[seat];
    const std::string& then = game.seats[seat].content;
    if (then.empty() || then == spec_.contents[entrant]) {
      continue;
    }
    const std::string& name = entrants_[entrant].name;
    if (std::ranges::find(order_.changed, name) == order_.changed.end()) {
      throw std::invalid_argument("--resume: " + name + " has changed since " + record.string() +
                                  "; --changed " + name +
                                  " plays its games again; without --resume a new series begins");
    }
    stale = true;
  }
  return stale;
}

// ---- play ----

int MatchRun::run() {
  show_head();
  const auto stalls = queue_ ? nullptr : watch_for_stalls(wall_budget(spec_.clock, acceptor_.has_value()));
  launcher_.keep_apart();
  if (may_share_cpu(spec_.clock, spec_.jobs)) {
    launcher_.share_cpu();
  }
  if (!alone_) {
    display_.emplace(STDOUT_FILENO);
    tick_.begin(std::chrono::seconds(1));
  }
  loop_.run("match", and_finally(play(), [this] { return leave_queue(); }), [this] { close(); });
  display_.reset();
  std::cout << escaped(sandbox_->notes().text_for_author(), "\n\\") << std::flush;
  if (!alone_) {
    show_results();
  }
  write_files();
  if (const auto code = loop_.early_end()) {
    return *code;
  }
  if (order_.browser && !watched_.empty()) {
    show_page();
  }
  return exit_code::kDone;
}

Task<> MatchRun::play() {
  if (!decision_ || !decision_->over()) {
    co_await series_->play();
  }
}

/// Calls off what workers still play.
Task<> MatchRun::leave_queue() {
  if (queue_) {
    co_await queue_->board.close();
  }
}

void MatchRun::on_end(const PlayedAttempt& played) {
  if (alone_ || played.result.is_void) {
    print(summary_of(played, &files_));
  }
}

/// Once for each bot: one that is silent in all games is told of once. May be called on another thread.
void MatchRun::on_silence(const ObservedMatch& match, const SilentSeat& silent) {
  boost::asio::post(loop_.io(), [this, id = match.spec.id, name = match.players[silent.seat], silent] {
    if (silent_.insert(name).second) {
      say(id + ": " + printable(name) + " has not answered turn " + std::to_string(silent.turn) +
          ": silent for " + fixed_text(static_cast<double>(silent.waited.count()) / 1e6, 1) + " s" +
          (silent.advice.empty() ? "" : ": " + silent.advice));
    }
  });
}

void MatchRun::on_game(const PlannedGame& game, const PlayedAttempt& played) {
  watched_ = played.record;
  for (std::size_t seat = 0; seat < game.seating.size(); ++seat) {
    results_.rename(game.seating[seat], played.job.seats[seat].name);  // of one who has dialled in
  }
  results_.add(summary_of(game, played));
  note_ends(game, played);
  if (order_.verbose && !alone_) {
    print(game_line(results_.games().at(game.number), results_));
  }
  if (decision_) {
    decision_->look_at(results_);
    if (decision_->over()) {
      series_->finish();
    }
  }
  if (display_) {
    display_->update(progress());
  }
}

void MatchRun::note_ends(const PlannedGame& game, const PlayedAttempt& played) {
  for (std::size_t seat = 0; seat < game.seating.size(); ++seat) {
    const std::size_t entrant = game.seating[seat];
    if (!played.bot_stderr[seat].empty()) {
      stderrs_[entrant] = files_.stderr_path(played.job.seats[seat].name);
    }
    if (!played.how_bots_ended[seat].empty()) {
      BadEnds& ends = bad_ends_[entrant];
      if (++ends.count == 1) {
        ends.first_game = game.number;
        ends.how = played.how_bots_ended[seat];
      }
    }
  }
}

/// Closes all users of the event loop, so that it ends.
void MatchRun::close() {
  if (acceptor_) {
    listener_->close();
    acceptor_->close("the match is over");
  }
  tick_.end();
  launcher_.close();
}

// ---- output ----

ProgressState MatchRun::progress() const {
  ProgressState state;
  state.done = results_.games().size();
  state.before = played_before_;
  state.running = series_->running();
  state.total = spec_.open_ended ? 0 : static_cast<std::size_t>(spec_.plan.games());
  state.elapsed = std::chrono::duration_cast<Milliseconds>(loop_.clock().now() - begun_);
  state.rate = true;
  state.note = interim_;
  return state;
}

/// How it stands is computed anew when a hundredth more games are over: it takes longer the more there are.
void MatchRun::tell() {
  const std::size_t games = results_.games().size();
  if (games > 0 && games >= interim_of_ + interim_of_ / 100 + 1) {
    interim_ = interim_text(results_, decision_);
    interim_of_ = games;
  }
  display_->tell(progress());
}

/// `text` may have several lines; it is safe on a terminal.
void MatchRun::print(const std::string& text) {
  if (!display_) {
    std::cout << text << std::flush;
    return;
  }
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    display_->print(line);
  }
}

/// A line on standard error.
void MatchRun::say(const std::string& line) {
  if (display_) {
    display_->print(line, STDERR_FILENO);
  } else {
    std::cerr << escaped(line, "\\") << std::endl;
  }
}

void MatchRun::show_head() const {
  if (!alone_) {
    std::cout << spec_.game->name << ", seed " << spec_.first.number << ", " << counted(spec_.jobs, "game")
              << " at a time\n";
  }
  std::cout << (spec_.game->has_turns() ? clock_head(spec_, acceptor_.has_value())
                                        : "clock: the game's own program has the clocks and the rules; no "
                                          "turn is measured or checked\n")
            << std::flush;
  if (const std::string& note = spec_.openings.note(); !note.empty()) {
    spdlog::warn("openings: {}", note);
  }
  if (const auto warning = crowd_warning(spec_, process_cpus().size()); warning && !queue_) {
    spdlog::warn("{}", *warning);
  }
}

void MatchRun::show_results() const {
  const std::size_t games = results_.games().size();
  std::cout << "\ntotals of " << counted(games, "game") << "\n"
            << series_text(results_, decision_, output_width()) << one_start_text()
            << (order_.by_opening ? openings_text(results_, spec_.openings.listed()) : "") << ends_text();
  if (games > 0) {
    std::cout << "records: " << escaped(files_.path_of(series_->run() + "g*", 1, false).string()) << "\n";
  }
  const bool stopped = loop_.failure() != nullptr || loop_.signal() != 0;
  if (stopped && file_) {
    std::cout << "To go on: the same command with --resume.\n";
  }
  std::cout << std::flush;
}

/// A remark on bots that are compared from one position only, which looks as if much were known. Where games
/// repeat each other the summary says so.
std::string MatchRun::one_start_text() const {
  const std::size_t games = results_.games().size();
  const bool compared = spec_.plan.paired() && games > static_cast<std::size_t>(spec_.plan.games_of_group());
  if (!compared || games >= 2 * results_.different_games() ||
      !spec_.openings.are_one_start(*spec_.game, spec_.options)) {
    return "";
  }
  return "note: all games began from one position, so the result holds for that position. Let pairs begin "
         "differently:\n--random-plies 4, or --openings FILE.\n";
}

/// Which programs ended in a bad way, and where there is more to read.
std::string MatchRun::ends_text() const {
  std::string text;
  for (const auto& [entrant, ends] : bad_ends_) {
    text += "  " + escaped(results_.names()[entrant] + " ended with " + ends.how, "\\") +
            (ends.count == 1 ? ": in game " : ": first in game ") + std::to_string(ends.first_game) +
            (ends.count == 1 ? "" : ", " + std::to_string(ends.count) + " times in all") + "\n";
  }
  const std::vector<SeriesTotals> totals = results_.totals();
  for (const auto& [entrant, path] : stderrs_) {
    if (totals[entrant].faults.empty() && !bad_ends_.contains(entrant)) {
      continue;
    }
    text += "  stderr of " + printable(results_.names()[entrant]) + " is in " + escaped(path.string()) + "\n";
  }
  return text;
}

SeriesEnd MatchRun::why_ended() const {
  return loop_.failure()                      ? SeriesEnd::failed
         : loop_.signal() != 0                ? SeriesEnd::stopped
         : decision_ && decision_->decided()  ? SeriesEnd::decided
         : decision_ && decision_->hopeless() ? SeriesEnd::hopeless
                                              : SeriesEnd::played;
}

void MatchRun::write_files() const {
  if (!order_.json.empty()) {
    nlohmann::json json = series_json(results_, decision_, why_ended(), spec_.contents);
    json["run"] = series_->run();
    json["game"] = spec_.game->name;
    json["seed"] = spec_.first.number;
    json["clock"] = spec_.clock.json();
    const std::size_t listed = spec_.openings.listed();
    json["openings"] = listed == 0 ? nlohmann::json() : openings_json(results_, listed);
    write_file_atomically(order_.json, json.dump(2) + "\n", Sync::disk);
  }
  if (!order_.csv.empty()) {
    write_file_atomically(order_.csv, series_csv(results_), Sync::disk);
  }
}

/// Writes the page of the last match beside its record, and opens it.
void MatchRun::show_page() const {
  const std::string record = read_whole_file(watched_, kMaxRecordMib);
  std::filesystem::path page = watched_;
  page.replace_extension(".html");
  write_file_atomically(page, pages::match_page(pages::match_data(record, {}), own_record(record)),
                        Sync::none);
  const bool opened = open_in_browser(page);
  std::cout << "watch: " << escaped(std::filesystem::absolute(page).string())
            << (opened ? "" : " (open it in a browser)") << std::endl;
}

}  // namespace referee
