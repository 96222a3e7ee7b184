#include "referee/match/launcher.h"

#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "protocol/messages.h"
#include "referee/adapt/adapter.h"
#include "referee/base/file_descriptor.h"
#include "referee/base/files.h"
#include "referee/net/handshake.h"
#include "referee/net/silence.h"
#include "referee/process/confined_start.h"
#include "referee/process/run_delay.h"

namespace referee {
namespace {

namespace fs = std::filesystem;

constexpr Milliseconds kLeave{1000};  // that a bot has to leave after bye and end of input

FileDescriptor copy_of(const FileDescriptor& file) {
  return FileDescriptor(::fcntl(file.get(), F_DUPFD_CLOEXEC, 0));
}

/// A bot that is not confined works in its folder, too, so that it finds the files beside it. As in a
/// sandbox, words with a "/" that name files or folders still lead there.
void work_in_its_folder(BotCommand& command) {
  std::error_code missing;
  if (!command.folder.empty() || !command.confinement || command.confinement->folder.empty()) {
    return;
  }
  command.folder = fs::canonical(command.confinement->folder, missing);
  for (std::string& word : command.argv) {
    if (word.find('/') != std::string::npos && fs::exists(word, missing)) {
      word = fs::absolute(word).lexically_normal().string();
    }
  }
}

}  // namespace

Launcher::Launcher(Tasks& tasks, std::shared_ptr<const Sandbox> sandbox)
    : tasks_(tasks), sandbox_(std::move(sandbox)), reaper_(tasks) {
  remove_abandoned_scratch_folders();
  if (sandbox_ != nullptr && sandbox_->level() != SandboxLevel::none) {
    reaper_.adopt_orphans();
    groups_ = sandbox_->groups();
    return;
  }
  std::string why;
  groups_ = ControlGroups::open(why);
  spdlog::debug("processor time of bots: {}",
                groups_ != nullptr ? "by their cgroups" : "by their clocks: " + why);
  if (groups_ != nullptr) {
    std::string weaker;
    const BoundedBy by = groups_->enable_bounds(weaker);
    spdlog::debug("memory of bots: by {}{}", name_of(by), weaker.empty() ? "" : " (" + weaker + ")");
  }
}

void Launcher::keep_apart() {
  split_ = split_cpus(process_cpus());
  spdlog::debug("CPUs: {}", split_ ? std::to_string(split_->referee) + " for the referee, " +
                                         text_of(split_->bots) + " for the bots that it launches"
                                   : text_of(process_cpus()) + " for the referee and its bots");
}

/// Called when a bot is launched, not before: bots that dial in from this machine may run on any CPU.
void Launcher::take_own_cpu() {
  if (split_ && !pinned_) {
    pinned_.emplace(split_->referee);
  }
}

bool Launcher::confines(const BotCommand& command) const {
  return command.confinement && sandbox_ != nullptr && sandbox_->level() != SandboxLevel::none;
}

std::unique_ptr<OwnUser> Launcher::make_user() const {
  const bool has_users = sandbox_ != nullptr && sandbox_->users() != nullptr;
  return has_users ? std::make_unique<OwnUser>(sandbox_->users()) : nullptr;
}

Task<LaunchedBot> Launcher::launch(std::string name, BotCommand command, Milliseconds init,
                                   TracedSeat traced) {
  const bool confined = confines(command);
  const Adapter* const adapter = command.adapter;
  LaunchedBot bot;
  Started started = co_await start(std::move(command));
  bot.process = std::move(started.process);
  bot.player = std::make_shared<Player>(std::move(name), Player::Origin::launched);
  bot.player->set_cpu_meter(bot.process->cpu_meter());
  bot.player->set_run_delay([process = std::weak_ptr<Process>(bot.process)] {
    const auto running = process.lock();
    return running == nullptr ? Microseconds{0} : run_delay_of(running->processes());
  });
  bot.player->set_sandbox(confined ? sandbox_->level() : SandboxLevel::none);
  bot.player->set_adapted(adapter != nullptr);
  bot.greeted = std::make_shared<Event>(tasks_.io());
  greet(bot, std::move(started.connection), init, adapter, std::move(traced));
  co_return bot;
}

Task<Launcher::Started> Launcher::start(BotCommand command) {
  assert(command.adapter == nullptr || command.stdio == Stdio::tcp);
  if (const auto missing = missing_file(command)) {
    throw ProgramError(ENOENT, std::generic_category(),
                       "cannot start '" + command.argv.front() + "': " + missing->string());
  }
  Started started;
  command = with_adapter(std::move(command));
  if (sandbox_ != nullptr) {
    command = sandbox_->readable(std::move(command));
  }
  take_own_cpu();
  Cpus cpus = split_ ? split_->bots : Cpus();
  if (!confines(command)) {
    work_in_its_folder(command);
    const JointBounds bounds{.memory_mib = command.confinement ? command.confinement->memory_mib : 0};
    ProcessPlace place{make_group(bounds), make_user(), std::move(cpus)};
    Channel channel = open_channel(command.stdio, place.user != nullptr ? place.user->uid() : 0);
    started.process = Process::start(tasks_, reaper_, command, channel.in, channel.out, Process::Stderr::kept,
                                     std::move(place));
    started.connection = std::move(channel.ours);
    if (bounds.memory_mib > 0) {
      tasks_.start("joint bounds", guard_bounds(tasks_, started.process, bounds));
    }
    co_return started;
  }
  std::unique_ptr<SandboxInstance> instance = sandbox_->bot_instance(command);
  Channel channel = open_channel(command.stdio, *instance);
  ConfinedProcess confined = co_await start_confined(
      tasks_, reaper_, std::move(instance), std::move(channel.in), std::move(channel.out), std::move(cpus));
  started.process = std::move(confined.process);
  started.connection = std::move(channel.ours);
  if (confined.connection.get() >= 0) {
    started.connection.emplace(std::move(confined.connection));
  }
  co_return started;
}

/// Returns nullptr if the group cannot be made: the clock of the bot's process measures it then.
std::unique_ptr<ControlGroup> Launcher::make_group(const JointBounds& bounds) {
  try {
    auto group = groups_ != nullptr ? groups_->make() : nullptr;
    if (group != nullptr) {
      group->bound(bounds);
    }
    return group;
  } catch (const std::system_error& error) {
    spdlog::warn("a bot without a cgroup of its own: {}", error.what());
    return nullptr;
  }
}

/// `user`, if it is not 0, can open a pipe anew only if the pipe belongs to that user.
Launcher::Channel Launcher::open_channel(Stdio stdio, uid_t user) {
  Channel channel;
  if (stdio == Stdio::pipe) {
    Pipe to_bot = make_pipe();
    Pipe from_bot = make_pipe();
    channel.ours.emplace(std::move(from_bot.read), std::move(to_bot.write));
    channel.in = std::move(to_bot.read);
    channel.out = std::move(from_bot.write);
    if (user != 0 &&
        (::fchown(channel.in.get(), user, user) != 0 || ::fchown(channel.out.get(), user, user) != 0)) {
      throw_errno("pipes of a bot");
    }
  } else {
    Loopback::Pair pair = loopback_.make_pair();
    channel.ours.emplace(std::move(pair.ours));
    channel.in = std::move(pair.theirs);
    channel.out = copy_of(channel.in);
  }
  return channel;
}

/// The process in `instance` may have a network of its own: the TCP pair is made there.
Launcher::Channel Launcher::open_channel(Stdio stdio, SandboxInstance& instance) {
  if (stdio == Stdio::tcp && instance.connect_inside()) {
    Channel none;
    none.in = FileDescriptor(::open("/dev/null", O_RDWR | O_CLOEXEC));
    none.out = copy_of(none.in);
    return none;
  }
  return open_channel(stdio, instance.order().uid);
}

void Launcher::greet(const LaunchedBot& bot, std::optional<StampedConnection> connection, Milliseconds init,
                     const Adapter* adapter, TracedSeat traced) {
  if (!connection) {
    bot.greeted->set();
    return;
  }
  const auto handshake = Handshake::begin(
      tasks_, std::move(*connection), init_with(adapter, init),
      [player = bot.player, greeted = bot.greeted](std::shared_ptr<Session> session,
                                                   const protocol::Hello& hello) {
        session->send(line_of(protocol::Welcome{player->name(), std::nullopt, std::nullopt}));
        session->send(protocol::wait_line("the match starts when all seats are taken"));
        player->attach(std::move(session), hello);
        greeted->set();
      },
      [player = bot.player, greeted = bot.greeted](const std::string& why) {
        player->set_why_absent(why);
        greeted->set();
      },
      [process = std::weak_ptr<Process>(bot.process), adapter, init] {
        const auto running = process.lock();
        const Microseconds busy = running == nullptr ? Microseconds{0} : running->busy();
        return adapter == nullptr ? advice_on_silence(Awaited::hello, {}, busy, init)
                                  : why_no_hello(*adapter, init);
      });
  if (const auto begun = handshake.lock()) {
    begun->set_trace(std::move(traced.trace), std::move(traced.label));
  }
}

Task<> Launcher::stop(LaunchedBot bot) {
  bot.player->dismiss("the match is over");
  if (bot.process->ended()) {
    co_return;
  }
  const bool left = co_await bot.process->ended_by(std::chrono::steady_clock::now() + kLeave);
  if (!left) {
    co_await bot.process->stop(kTermGrace);
  }
}

}  // namespace referee
