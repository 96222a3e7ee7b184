#include "referee/match/program/seat_bots.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <system_error>
#include <utility>

#include "referee/base/failure_text.h"
#include "referee/process/inside/bot_connection.h"
#include "referee/process/inside/private_network.h"
#include "referee/process/program.h"
#include "referee/process/spawn.h"

namespace referee {
namespace {

constexpr Milliseconds kLastSecond{1000};  // that a bot has after the end of its input
constexpr int kWaiting = 64;               // connections that wait to be accepted

/// Any user may connect: the program has one of its own.
FileDescriptor listen_at(const std::string& path) {
  FileDescriptor socket(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  if (path.size() >= sizeof(name.sun_path)) {
    throw std::system_error(ENAMETOOLONG, std::generic_category(),
                            "socket " + path + ": set TMPDIR to a folder with a shorter name");
  }
  std::memcpy(name.sun_path, path.data(), path.size());
  if (socket.get() < 0 || ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&name), sizeof(name)) != 0 ||
      ::chmod(path.c_str(), 0777) != 0 || ::listen(socket.get(), kWaiting) != 0) {
    throw_cannot("make socket", path);
  }
  return socket;
}

}  // namespace

/// One run of the command.
struct SeatBots::Run {
  Run(boost::asio::io_context& io, int fd) : control(io, fd), changed(io) {}

  /// The program may have ended its side.
  void tell(const std::string& what, int fd = -1) {
    try {
      send_control(control.native_handle(), what, fd);
    } catch (const std::system_error&) {
      input_ended = true;
    }
  }
  void end_input() {
    input_ended = true;
    changed.notify();
  }

  boost::asio::posix::stream_descriptor control;
  Condition changed;                      // input_ended, or the bot has ended
  bool input_ended = false;               // the bot gets no more input
  std::shared_ptr<Process> process = {};  // once it is started
};

SeatBots::SeatBots(Tasks& tasks, Launcher& launcher, std::optional<BotCommand> bot,
                   const std::filesystem::path& command, OnTrouble on_trouble)
    : tasks_(tasks),
      launcher_(launcher),
      bot_(std::move(bot)),
      on_trouble_(std::move(on_trouble)),
      listener_(tasks.io(), listen_at(BotConnection::socket_of(command.string())).release()),
      group_(tasks, [this](const std::exception_ptr& failure) {
        on_trouble_(false, "its bots cannot be served: " + failure_text(failure));
        close();
      }) {
  if (bot_) {
    bot_->stdio = Stdio::pipe;
  }
  group_.start("starts of a match program's bots", accept_loop());
}

Task<> SeatBots::accept_loop() {
  while (!closed_) {
    (void)co_await listener_.async_wait(boost::asio::posix::descriptor_base::wait_read, kAwait);
    if (!closed_) {
      accept_all();
    }
  }
}

void SeatBots::accept_all() {
  for (;;) {
    const int fd = ::accept4(listener_.native_handle(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd < 0) {
      if (errno != EAGAIN && errno != ECONNABORTED && errno != EINTR) {
        on_trouble_(false, "a bot cannot be connected: " + std::generic_category().message(errno));
        close();
      }
      return;
    }
    const auto run = std::make_shared<Run>(tasks_.io(), fd);
    if (too_many()) {
      return on_trouble_(true, "it has run the command of a seat more than " + std::to_string(kMostAtOnce) +
                                   " times at once");
    }
    runs_.insert(run);
    group_.start("a bot of a match program", serve(run));
  }
}

/// Whether another bot would be one too many.
bool SeatBots::too_many() const {
  const auto playing = std::ranges::count_if(runs_, [](const auto& run) { return !run->input_ended; });
  return static_cast<std::size_t>(playing) >= kMostAtOnce || runs_.size() >= kMostThere;
}

Task<> SeatBots::serve(std::shared_ptr<Run> run) {
  int code = BotConnection::kProgramMissing;
  if (bot_) {
    const std::shared_ptr<Process> process = co_await start(run);
    if (process != nullptr) {
      run->process = process;
      co_await wait_for_end(run, process);
      code = exit_code_of(*process);
      note_end(*process);
    }
  }
  run->tell(BotConnection::kEnded + std::to_string(code));
  run->control.cancel();
  runs_.erase(run);
}

/// Null if the bot's own program is why it does not start, or if the match cannot go on.
Task<std::shared_ptr<Process>> SeatBots::start(std::shared_ptr<Run> run) {
  std::shared_ptr<Process> process;
  try {
    Launcher::Started started = co_await launcher_.start(*bot_);
    process = std::move(started.process);
    if (started.connection) {
      run->tell(BotConnection::kInput, started.connection->out());
      run->tell(BotConnection::kOutput, started.connection->in());
    }
  } catch (const ProgramError& error) {
    how_ended_ = error.what();
  } catch (const std::exception& error) {
    on_trouble_(false, std::string("a bot cannot be started: ") + error.what());
  }
  co_return process;
}

Task<> SeatBots::wait_for_end(std::shared_ptr<Run> run, std::shared_ptr<Process> process) {
  group_.start("the end of a bot's input", listen(run));
  if (!process->ended()) {
    process->when_ended([run] { run->changed.notify(); });
  }
  while (!process->ended() && !run->input_ended) {
    co_await run->changed.changed();
  }
  if (!process->ended() && !co_await process->ended_within(kLastSecond)) {
    co_await process->stop(kTermGrace);
  }
}

/// The match program says one thing only: that the bot has no more input. Or it goes.
Task<> SeatBots::listen(std::shared_ptr<Run> run) {
  (void)co_await run->control.async_wait(boost::asio::posix::descriptor_base::wait_read, kAwait);
  run->end_input();
}

/// Bubblewrap finds out late that a program cannot be started.
int SeatBots::exit_code_of(const Process& process) {
  try {
    process.throw_if_never_run();
  } catch (const ProgramError& error) {
    how_ended_ = error.what();
    return BotConnection::kProgramMissing;
  } catch (const std::exception& error) {
    on_trouble_(false, std::string("a bot cannot be started: ") + error.what());
    return BotConnection::kMachineFails;
  }
  return process.succeeded() ? BotConnection::kSuccess : BotConnection::kFailure;
}

void SeatBots::note_end(const Process& process) {
  if (!process.succeeded() && !process.ended_when_told()) {
    how_ended_ = referee::how_ended(process);
  }
  keep_stderr(process.marked_stderr());
}

/// When several bots ran at the same time, one may end with words of earlier turns than those of another that
/// are kept already: they count as of the newest turn.
void SeatBots::keep_stderr(const MarkedText& words) {
  for (const MarkedText::Part& part : words.parts()) {
    stderr_.append(part.text);
    if (part.number) {
      stderr_.mark(std::max(*part.number, kept_until_));
      kept_until_ = std::max(*part.number, kept_until_);
    }
  }
  if (stderr_.text().size() > kKeptStderr) {
    stderr_.forget_front(stderr_.text().size() - kKeptStderr);
  }
}

void SeatBots::mark_stderr(std::int64_t turn) {
  if (!stderr_.empty() && !stderr_.parts().back().number) {
    stderr_.mark(turn);
    kept_until_ = turn;
  }
  for (const auto& run : runs_) {
    if (run->process != nullptr) {
      run->process->mark_stderr(turn);
    }
  }
}

void SeatBots::withdraw() {
  bot_.reset();
  for (const auto& run : runs_) {
    run->end_input();
  }
}

void SeatBots::close() {
  if (!std::exchange(closed_, true)) {
    listener_.cancel();
  }
  for (const auto& run : runs_) {
    run->end_input();
  }
}

}  // namespace referee
