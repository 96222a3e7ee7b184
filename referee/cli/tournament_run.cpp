#include "referee/cli/tournament_run.h"

#include <spdlog/spdlog.h>
#include <unistd.h>

#include <csignal>
#include <iostream>
#include <stdexcept>
#include <utility>

#include "referee/adapt/adapter.h"
#include "referee/base/text.h"
#include "referee/cli/commands.h"
#include "referee/process/stall_gauge.h"
#include "referee/store/store.h"
#include "referee/tournament/run/practice.h"

namespace referee {
namespace {

constexpr Milliseconds kTick{1000};  // for the times in the progress line

/// Where the files of matches are: "out/records/MATCH.jsonl; ...".
std::string files_text(const TournamentConfig& config) {
  const auto in_reports = [&config](const char* folder, const char* file) {
    return (config.reports / folder / file).string();
  };
  return in_reports("records", "MATCH.jsonl") +
         "; standard error of launched bots: " + in_reports("bots", "NAME.stderr");
}

std::filesystem::path control_path(const TournamentConfig& config) { return config.store.beside(".ctl"); }

}  // namespace

TournamentRun::TournamentRun(const TournamentConfig& config, Show show,
                             std::shared_ptr<const Sandbox> sandbox)
    : config_(config),
      show_(show),
      interrupts_(
          tasks_, [this](int signal) { drain(signal); }, [this](int signal) { abort(signal); },
          meaning_of_hangup() == Hangup::end ? std::vector<int>{SIGHUP} : std::vector<int>{}),
      tick_(io_, [this] { display_->update(progress()); }),
      watchdog_(io_, [this] { service_manager_.alive(status()); }),
      store_(open_store(config.store, StoreAccess::exclusive)),
      opened_(open_tournament(config, *store_, config.confines() ? sandbox->text() : "")),
      context_(tasks_, config, opened_, std::move(store_), sandbox),
      runner_(make_runner()),
      arbiter_(context_, tournament_),
      control_(tasks_, control_path(config),
               [this](ControlRequest request) { return arbiter_.handle(std::move(request)); }) {
  for (Entrant entrant = 0; entrant < context_.roster.size(); ++entrant) {
    if (const auto& bot = context_.roster.bot(entrant)) {
      sandbox->prepare(with_adapter(*bot));
    }
  }
  if (!config.house_bot.empty()) {
    sandbox->prepare(BotCommand{config.house_bot});
  }
  if (meaning_of_hangup() == Hangup::reload) {
    hangup_.emplace(tasks_, [this] { reload(); });
  }
  if (config.listens()) {
    listen();
  }
  std::cout << "control: referee ctl --socket " << escaped(control_path(config).string()) << " status\n";
  std::cout << (opened_.resumed ? "going on with " : "results are kept in ") << escaped(config.store.text())
            << std::endl;
  if (show == Show::progress) {
    display_.emplace(STDOUT_FILENO);
  } else {
    spdlog::info("records: {}", files_text(config));
  }
}

std::unique_ptr<TournamentRunner> TournamentRun::make_runner() {
  const auto game_over = [this](const std::string& line) { show_result(line); };
  if (config_.format->traits().open_practice) {
    return std::make_unique<Practice>(context_, opened_, game_over);
  }
  auto tournament = std::make_unique<Tournament>(context_, opened_,
                                                 Tournament::Events{game_over, [this] { round_over(); }});
  tournament_ = tournament.get();
  if (show_ == Show::progress) {
    tournament->end_if_halted();
  }
  return tournament;
}

void TournamentRun::listen() {
  listener_.emplace(tasks_, config_.listen, [this](int fd) { context_.accept(fd); });
  std::cout << "listening on " << listener_->address() << "\n";
  if (!context_.tls) {
    listener_->warn_without_tls();
  } else {
    std::cout << "TLS: " << context_.tls->text()
              << (config_.tls->optional ? "; connections without TLS are let in too\n" : "\n");
  }
}

int TournamentRun::run() {
  const auto stalls = watch_for_stalls(wall_budget(config_.clock, config_.listens()));
  context_.launcher.keep_apart();
  tasks_.start("play", play());
  if (display_) {
    tick_.begin(kTick);
  }
  service_manager_.ready(status());
  if (service_manager_.watchdog()) {
    // The loop itself sends this, twice in the time that the manager waits: so the manager notices a stuck
    // loop.
    watchdog_.begin(*service_manager_.watchdog() / 2);
  }
  io_.run();
  display_.reset();
  if (failure_) {
    std::rethrow_exception(failure_);
  }
  print_end();
  if (show_ == Show::progress && tournament_ != nullptr && !tournament_->halted().empty()) {
    throw std::runtime_error(tournament_->halted() + "; when that is mended, the same command goes on");
  }
  return stopped_by_ != 0 ? exit_code::kSignal + stopped_by_ : exit_code::kDone;
}

Task<> TournamentRun::play() {
  try {
    co_await runner_->play();
  } catch (const std::exception&) {
    failure_ = std::current_exception();
  }
  close();
}

/// Begins no more matches; those that run are played to their end.
void TournamentRun::drain(int signal) {
  spdlog::warn("signal {}: no more matches begin, running ones end; once more stops them", signal);
  runner_->drain();
  begin_to_stop();
}

void TournamentRun::abort(int signal) {
  stopped_by_ = signal;
  runner_->abort("interrupted by signal " + std::to_string(signal));
}

/// A wrong file is the operator's mistake, and no reason to end: the certificate stays as it was.
void TournamentRun::reload() {
  try {
    spdlog::info("SIGHUP: new connections use this certificate: {}", context_.reload_certificate());
  } catch (const std::invalid_argument& wrong) {
    spdlog::error("SIGHUP: {}; nothing has changed", wrong.what());
  }
}

void TournamentRun::begin_to_stop() {
  stopping_ = true;
  service_manager_.stopping(status());
}

void TournamentRun::close() {
  if (listener_) {
    listener_->close();
  }
  const bool over = tournament_ != nullptr && tournament_->finished();
  context_.close(over ? "the tournament is over" : "the referee is stopping");
  control_.close();
  tick_.end();
  watchdog_.end();
  begin_to_stop();
  display_ ? display_->update(progress()) : void();
  interrupts_.close();
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
  service_manager_.status(status());
}

void TournamentRun::round_over() {
  if (display_) {
    display_->round_done(progress());
  } else {
    spdlog::info("round {} of {} is over", tournament_->ledger().rounds(), tournament_->rounds());
  }
}

/// What the service manager is told.
std::string TournamentRun::status() const { return (stopping_ ? "stopping: " : "") + arbiter_.headline(); }

ProgressState TournamentRun::progress() const {
  ProgressState state;
  state.running = context_.match_scheduler.matches_running();
  state.elapsed = std::chrono::duration_cast<Milliseconds>(std::chrono::steady_clock::now() - begun_);
  if (tournament_ != nullptr) {
    state.done = tournament_->matches_played();
    state.total = tournament_->matches_at_most();
    state.round = tournament_->ledger().rounds();
    state.rounds = tournament_->rounds();
  }
  return state;
}

void TournamentRun::print_end() const {
  if (tournament_ != nullptr) {
    std::cout << "\n" << standings_text(tournament_->page());
    if (!tournament_->finished()) {
      std::cout << "not over: the same command goes on with it\n";
    }
  }
  std::cout << "records: " << escaped(files_text(config_)) << "\n"
            << "reports: " << escaped(config_.reports.string()) << std::endl;
}

}  // namespace referee
