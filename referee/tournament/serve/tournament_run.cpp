#include "referee/tournament/serve/tournament_run.h"

#include <spdlog/spdlog.h>
#include <unistd.h>

#include <charconv>
#include <csignal>
#include <iostream>
#include <stdexcept>
#include <utility>

#include "protocol/require.h"
#include "referee/adapt/submission.h"
#include "referee/base/text.h"
#include "referee/command/exit_codes.h"
#include "referee/command/standard_output.h"
#include "referee/net/own_address.h"
#include "referee/pages/built_beside.h"
#include "referee/process/private_copies.h"
#include "referee/process/stall_gauge.h"
#include "referee/report/standings_text.h"
#include "referee/store/store.h"
#include "referee/tournament/run/ladder.h"
#include "referee/tournament/run/tournament.h"

namespace referee {
namespace {

constexpr Milliseconds kTick{1000};  // for the times in the progress line

/// A program that is missing ends the start; a folder that its owner changes or locks costs that entrant its
/// matches, and nobody else.
void prepare_bot(const Sandbox& sandbox, const BotCommand& bot) {
  try {
    sandbox.prepare(with_adapter(bot));
  } catch (const BotFolderError& error) {
    spdlog::warn("{}", error.what());
  }
}

/// Where the files of matches are: "out/records/MATCH.jsonl; ...".
std::string files_text(const TournamentConfig& config) {
  const auto in_reports = [&config](const char* folder, const char* file) {
    return (config.reports / folder / file).string();
  };
  return in_reports("records", "MATCH.jsonl") +
         "; standard error of launched bots: " + in_reports("bots", "NAME.stderr");
}

pages::PageTerms page_terms(const TournamentConfig& config) {
  return {.names = config.web.names,
          .entering = config.registration.open ? pages::Entering::open : pages::Entering::closed,
          .rules = rules_of_pages(),
          .scripts = play_scripts_of_pages()};
}

/// Throws std::invalid_argument.
int number_of_version(const std::string& text) {
  int number = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number < 0) {
    throw std::invalid_argument("submission '" + text +
                                "': expected its number, or 0 for the bot of the tournament file");
  }
  return number;
}

std::filesystem::path control_path(const TournamentConfig& config) { return config.store.beside(".ctl"); }

}  // namespace

TournamentRun::TournamentRun(const TournamentConfig& config, Show show, AtEnd at_end,
                             std::shared_ptr<const Sandbox> sandbox, std::unique_ptr<Store> store)
    : config_(config),
      show_(show),
      at_end_(at_end),
      loop_([this](int signal) { drain(signal); }, [this](int signal) { abort(signal); },
            meaning_of_hangup() == Hangup::end ? std::vector<int>{SIGHUP} : std::vector<int>{}),
      tick_(loop_.io(), [this] { display_->update(progress()); }),
      lobby_tick_(loop_.io(), [this] { show_lobby(); }),
      watchdog_(loop_.io(), [this] { service_manager_.alive(status()); }),
      signs_of_life_(loop_.io(), [this] { parts_.store.post({store_write::SignOfLife{}}); }),
      store_(std::move(store)),
      tells_signs_of_life_(store_->wants_signs_of_life()),
      opened_(open_tournament(config, *store_, loop_.clock(), config.confines() ? sandbox->text() : "")),
      launcher_(loop_.tasks(), sandbox),
      parts_(loop_.tasks(), config, opened_, std::move(store_), launcher_),
      site_(loop_.tasks(), config.store, config.reports / "site", page_terms(config)),
      runner_(make_runner()),
      arbiter_({loop_.clock(), config, parts_.store, parts_.changes, parts_.roster, parts_.connections,
                parts_.match_scheduler},
               opened_.content, *runner_),
      control_(loop_.tasks(), control_path(config),
               [this](ControlRequest request) { return handle(std::move(request)); }) {
  for (Entrant entrant = 0; entrant < parts_.roster.size(); ++entrant) {
    if (const auto& bot = parts_.roster.bot(entrant)) {
      prepare_bot(*sandbox, *bot);
    }
  }
  if (!config.house_bot.empty()) {
    sandbox->prepare(BotCommand{config.house_bot});
  }
  if (meaning_of_hangup() == Hangup::reload) {
    hangup_.emplace(loop_.tasks(), [this] { reload(); });
  }
  parts_.match_scheduler.observe(waiting_times_);
  if (config.listens()) {
    listen();
  }
  open_versions();
  open_web();
  std::cout << "control: referee ctl --socket " << escaped(control_path(config).string()) << " status\n";
  std::cout << (opened_.resumed ? "going on with " : "results are kept in ") << escaped(config.store.text())
            << std::endl;
  if (show == Show::progress) {
    runner_->end_if_halted();
    display_.emplace(STDOUT_FILENO);
  } else {
    spdlog::info("records: {}", files_text(config));
    loop_.go_on_after_failures();
  }
}

std::unique_ptr<TournamentRunner> TournamentRun::make_runner() {
  const auto game_over = [this](const std::string& line) { show_result(line); };
  const auto standings_changed = [this] { site_.request(); };
  const TournamentRunner::Surroundings around{loop_.tasks(),         config_,        parts_.store,
                                              parts_.records,        parts_.changes, parts_.roster,
                                              parts_.match_scheduler};
  if (config_.format->ladder() != nullptr) {
    return std::make_unique<Ladder>(around, opened_, Ladder::Events{game_over, standings_changed});
  }
  return std::make_unique<Tournament>(around, opened_,
                                      Tournament::Events{game_over, [this] { round_over(); }});
}

void TournamentRun::listen() {
  listener_.emplace(loop_.tasks(), config_.listen, [this](int fd) { parts_.connections.accept(fd); });
  std::cout << "listening on " << listener_->address() << "\n";
  if (parts_.connections.tls() == nullptr) {
    listener_->warn_without_tls();
  } else {
    std::cout << "TLS: " << parts_.connections.tls()->text()
              << (config_.tls->optional ? "; bots may also connect without TLS\n" : "\n");
  }
  const Registration& registration = parts_.roster.registration();
  if (registration.open() && !registration.code().empty()) {
    std::cout << "registration code: " << escaped(registration.code()) << ", also in "
              << escaped(config_.store.beside(".code").string()) << "\n";
  }
}

/// Before anything is played: the store says which versions play.
void TournamentRun::open_versions() {
  const versions::VersionFolder folder(config_.store);
  versions_.emplace(
      versions::Versions::Surroundings{loop_.tasks(), config_, parts_.roster, parts_.store, parts_.changes},
      opened_.content, folder);
}

/// Has versions built by workers, if there are any, many at once, without slots of this machine.
void TournamentRun::begin_versions() {
  if (!config_.submissions) {
    return;
  }
  constexpr std::size_t kAtWorkers = 64;
  prepare::OwnProcess& here = own_process_.emplace(
      loop_.tasks(), launcher_.reaper(),
      prepare::OwnProcess::Terms{config_.sandbox, config_.as_root, &parts_.match_scheduler.slots()});
  if (!parts_.workers) {
    versions_->begin(here, 1);
    return;
  }
  const auto say = [](const std::string& why) { spdlog::info("{}: this machine builds it", why); };
  versions_->begin(remote_builds_.emplace(parts_.workers->jobs, Sync::disk, here, say), kAtWorkers);
}

/// A part of it that fails is logged: the tournament is played all the same.
void TournamentRun::open_web() {
  const auto begin = [this] { return this->begin(); };
  web_.emplace(TournamentWeb::Surroundings{loop_.tasks(), config_, parts_.store, parts_.records.files(),
                                           parts_.match_scheduler,
                                           parts_.workers ? &parts_.workers->jobs : nullptr, *versions_},
               runner_->start_text().empty() ? TournamentWeb::Begin() : TournamentWeb::Begin(begin));
  arbiter_.set_web_address(web_->address());
  std::cout << web_->text();
}

/// The page of the lobby asks for it. Later rounds are for `referee ctl start` alone.
Task<ControlReply> TournamentRun::begin() {
  if (runner_->start_text().empty()) {
    co_return ControlReply{false, "the tournament has begun already"};
  }
  co_return co_await handle(ControlRequest{"start", {}});
}

/// Carries out what the arbiter asks for: the web server has the same certificate, and the static site shows
/// what is revealed, or ruled after the end.
Task<ControlReply> TournamentRun::handle(ControlRequest request) {
  const std::string command = request.command;
  if (command == "versions" || command == "rollback") {
    co_return co_await handle_versions(std::move(request));
  }
  if (command == "stop") {
    co_return stop();
  }
  ControlReply reply = co_await arbiter_.handle(std::move(request));
  if (reply.ok && command == "reload") {
    web_->reload_tls();
  }
  if (reply.ok && (command == "reveal" || stayed_)) {
    site_.request();
  }
  co_return reply;
}

/// What the arbiter asks of the versions that were handed in.
Task<ControlReply> TournamentRun::handle_versions(ControlRequest request) {
  const std::vector<std::string>& words = request.arguments;
  const auto entrant = words.empty() ? std::nullopt : parts_.roster.entrant(words.front());
  if (!entrant) {
    co_return ControlReply{false, "no entrant '" + (words.empty() ? "" : words.front()) + "'"};
  }
  if (request.command == "versions") {
    co_return ControlReply{true, versions_->text(*entrant)};
  }
  ControlReply reply;
  try {
    reply = {true, versions_->roll_back(*entrant, number_of_version(words.size() > 1 ? words[1] : ""))};
  } catch (const std::invalid_argument& wrong) {
    reply = {false, wrong.what()};
  }
  co_await parts_.store.flush();
  co_return reply;
}

int TournamentRun::run() {
  loop_.tasks().start("web", start_web());
  begin_versions();
  site_.request();
  const auto stalls = watch_for_stalls(wall_budget(config_.clock, config_.listens()));
  launcher_.keep_apart();
  if (display_) {
    tick_.begin(kTick);
  }
  service_manager_.ready(status());
  if (service_manager_.watchdog()) {
    // The loop itself sends this, twice in the time that the manager waits: so the manager notices a stuck
    // loop.
    watchdog_.begin(*service_manager_.watchdog() / 2);
  }
  if (tells_signs_of_life_) {
    signs_of_life_.begin(Store::kSignsEvery);  // from the loop itself: a stuck loop sends none
  }
  loop_.run("play", play(), [this] { close(); });
  display_.reset();
  site_.finish();
  loop_.rethrow_failure();
  if (!stayed_) {
    print_end();
  }
  if (runner_->finished() && stopped_by_ == 0 && !stayed_) {
    web_->show_end();
  }
  web_->stop();
  if (const std::string& halted = runner_->halted(); show_ == Show::progress && !halted.empty()) {
    throw std::runtime_error(halted + ". When that is mended, run the same command again to go on");
  }
  return stopped_by_ != 0 ? exit_code::kSignal + stopped_by_ : exit_code::kDone;
}

/// A fault of ours stops play, and nothing else where people watch: pages and arbiter stay until they stop
/// it.
Task<> TournamentRun::play_out() {
  std::exception_ptr fault;
  try {
    co_await runner_->play();
  } catch (const protocol::FailedRequirement& failed) {
    if (show_ == Show::progress) {
      throw;
    }
    fault = std::current_exception();
    runner_->break_off(failed.what());
  }
  if (fault) {
    co_await runner_->stay();
    std::rethrow_exception(fault);
  }
}

Task<> TournamentRun::play() {
  co_await play_out();
  if (at_end_ == AtEnd::exit || !runner_->finished() || stopping_) {
    co_return;
  }
  stayed_ = true;
  end_play();
  site_.request();
  print_end();
  spdlog::info("the tournament is over; the pages stay until 'referee ctl stop', SIGTERM or SIGINT");
  service_manager_.status(status());
  co_await runner_->stay();
}

/// Whoever is connected hears that it is over, and nobody new comes in.
void TournamentRun::end_play() {
  if (std::exchange(play_ended_, true)) {
    return;
  }
  if (listener_) {
    listener_->close();
  }
  parts_.connections.close(farewell());
  versions_->stop(runner_->finished() ? "the tournament is over" : versions::Versions::kStopping);
}

/// The pages begin to answer once the store has what they show, the entrants above all.
Task<> TournamentRun::start_web() {
  co_await parts_.store.flush();
  web_->start();
  if (!play_ended_) {
    lobby_tick_.begin(kTick);
    show_lobby();
  }
}

/// Until the first round is paired.
void TournamentRun::show_lobby() {
  if (!runner_->start_text().empty() && !stopping_) {
    web_->show_lobby(lobby());
    return;
  }
  web_->end_lobby();
  lobby_tick_.end();
}

pages::Lobby TournamentRun::lobby() const {
  using Comes = pages::Lobby::Entrant::Comes;
  const Roster& roster = parts_.roster;
  const bool display = config_.web.names == WebSpec::Names::display;
  const auto infos = roster.entrant_infos();
  pages::Lobby lobby;
  lobby.begins = "The tournament " + runner_->start_text() + ".";
  for (Entrant entrant = 0; entrant < roster.size(); ++entrant) {
    const Comes comes = roster.awaits_approval(entrant) ? Comes::waits
                        : roster.launched(entrant)      ? Comes::launched
                        : roster.here(entrant)          ? Comes::here
                                                        : Comes::away;
    if (comes == Comes::waits || !roster.withdrawn(entrant)) {
      lobby.entrants.push_back({display ? infos[entrant].display : infos[entrant].name, comes});
    }
  }
  lobby.address = web_->address_for_others();
  if (listener_) {
    const std::string host = host_for_others(config_.listen.host);
    const TlsPort* const tls = parts_.connections.tls();
    const bool code = roster.registration().open() && !roster.registration().code().empty();
    lobby.join_lines = pages::join_lines(
        (host.empty() ? config_.listen.host : host) + ":" + std::to_string(listener_->port()),
        tls == nullptr ? "" : tls->pin(), code);
    lobby.join_note = host.empty() ? "Only bots on this machine can join." : "";
  }
  return lobby;
}

ControlReply TournamentRun::stop() {
  if (stopping_) {
    return {false, "the referee is stopping already"};
  }
  spdlog::warn("the arbiter stops the referee: no new game begins, running games are played to the end");
  drain();
  return {true, runner_->finished() ? "the referee ends"
                                    : "no new game begins; the referee ends when the running ones are over"};
}

void TournamentRun::drain(int signal) {
  if (stayed_) {
    spdlog::info("signal {}: the referee ends", signal);
  } else {
    spdlog::warn(
        "signal {}: no new game begins, running games are played to the end. A second signal stops them at "
        "once",
        signal);
  }
  drain();
}

/// Begins no more matches; those that run are played to their end.
void TournamentRun::drain() {
  runner_->drain();
  versions_->stop(versions::Versions::kStopping);
  begin_to_stop();
}

void TournamentRun::abort(int signal) {
  stopped_by_ = signal;
  runner_->abort("interrupted by signal " + std::to_string(signal));
}

/// A wrong file is the operator's mistake, and no reason to end: the certificate stays as it was.
void TournamentRun::reload() {
  try {
    spdlog::info("SIGHUP: new connections use this certificate: {}", parts_.connections.reload_certificate());
    web_->reload_tls();
  } catch (const std::invalid_argument& wrong) {
    spdlog::error("SIGHUP: {}; nothing has changed", wrong.what());
  }
}

void TournamentRun::begin_to_stop() {
  stopping_ = true;
  service_manager_.stopping(status());
}

/// What bots are told at the end; nothing if another referee plays on: they are to dial that one.
std::string TournamentRun::farewell() const {
  try {
    loop_.rethrow_failure();
  } catch (const StoreLost&) {
    return "";
  } catch (const std::exception&) {
    return "the referee is stopping";
  }
  return runner_->finished() ? "the tournament is over" : "the referee is stopping";
}

void TournamentRun::close() {
  end_play();
  control_.close();
  web_->loop_ends();
  tick_.end();
  lobby_tick_.end();
  watchdog_.end();
  signs_of_life_.end();
  begin_to_stop();
  display_ ? display_->update(progress()) : void();
  if (hangup_) {
    hangup_->close();
  }
}

// ---- output ----

void TournamentRun::show_result(const std::string& line) {
  if (display_) {
    display_->print(line);
    display_->update(progress());
  } else {
    spdlog::info("{}", line);
  }
  if (const std::string news = waiting_times_.news(); !news.empty()) {
    tell(news);
  }
  service_manager_.status(status());
}

/// What the operator may have to act on.
void TournamentRun::tell(const std::string& news) {
  display_ ? display_->print("warning: " + news) : spdlog::warn("{}", news);
}

void TournamentRun::round_over() {
  site_.request();
  if (display_) {
    display_->round_done(progress());
  } else {
    const TournamentRunner::Progress now = runner_->progress();
    spdlog::info("round {} of {} is over", now.round, now.rounds);
  }
}

/// What the service manager is told.
std::string TournamentRun::status() const { return (stopping_ ? "stopping: " : "") + arbiter_.headline(); }

ProgressState TournamentRun::progress() const {
  ProgressState state;
  state.running = parts_.match_scheduler.matches_running();
  state.elapsed = std::chrono::duration_cast<Milliseconds>(loop_.clock().now() - begun_);
  const TournamentRunner::Progress now = runner_->progress();
  state.done = now.matches;
  state.total = now.matches_at_most;
  state.round = now.round;
  state.rounds = now.rounds;
  return state;
}

void TournamentRun::print_end() const {
  std::cout << "\n" << standings_text(runner_->page(), output_width());
  if (!runner_->finished()) {
    std::cout << "The tournament is not over. Run the same command again to go on.\n";
  }
  std::cout << "records: " << escaped(files_text(config_)) << "\n"
            << "reports: " << escaped(config_.reports.string()) << "\n"
            << "replays: open " << escaped((config_.reports / "site/index.html").string()) << " in a browser"
            << std::endl;
}

}  // namespace referee
