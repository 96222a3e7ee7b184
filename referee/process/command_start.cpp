#include "referee/process/command_start.h"

#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "referee/process/confined_start.h"

namespace referee {
namespace {

namespace fs = std::filesystem;

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

CommandStarter::CommandStarter(Tasks& tasks, Reaper& reaper, std::shared_ptr<const Sandbox> sandbox)
    : tasks_(tasks), reaper_(reaper), sandbox_(std::move(sandbox)) {
  if (level() == SandboxLevel::none) {
    find_groups();
  } else {
    groups_ = sandbox_->groups();
  }
}

void CommandStarter::find_groups() {
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

void CommandStarter::keep_apart() {
  split_ = split_cpus(process_cpus());
  cpus_ = split_ ? split_->bots : Cpus();
  spdlog::debug("CPUs: {}", split_ ? std::to_string(split_->referee) + " for the referee, " +
                                         text_of(split_->bots) + " for the bots that it launches"
                                   : text_of(process_cpus()) + " for the referee and its bots");
}

/// Called when a program is started, not before: bots that dial in from this machine may run on any CPU.
void CommandStarter::take_own_cpu() {
  if (split_ && !pinned_) {
    pinned_.emplace(split_->referee);
  }
}

void CommandStarter::share_cpu(std::optional<int> cpu) {
  shares_ = true;
  shared_cpu_ = cpu;
}

void CommandStarter::place(Process& program, bool quick) {
  if (quick && !pinned_) {
    pinned_.emplace(shared_cpu_.value_or(present_cpu()));
  }
  program.run_on(quick ? Cpus{pinned_->cpu()} : cpus_);
  program.cpu_meter()->share_cpu(quick ? program.pid() : 0);
}

bool CommandStarter::confines(const BotCommand& command) const {
  return command.confinement && level() != SandboxLevel::none;
}

std::unique_ptr<OwnUser> CommandStarter::make_user() const {
  const bool has_users = sandbox_ != nullptr && sandbox_->users() != nullptr;
  return has_users ? std::make_unique<OwnUser>(sandbox_->users()) : nullptr;
}

Task<ProcessStarter::Started> CommandStarter::start(BotCommand command) {
  if (sandbox_ != nullptr) {
    command = sandbox_->readable(std::move(command));
  }
  take_own_cpu();
  if (!confines(command)) {
    co_return start_unconfined(std::move(command));
  }
  std::unique_ptr<SandboxInstance> instance = sandbox_->bot_instance(command);
  Channel channel = open_channel(command.stdio, *instance);
  ConfinedProcess confined = co_await start_confined(tasks_, reaper_, std::move(instance),
                                                     std::move(channel.in), std::move(channel.out), cpus_);
  Started started;
  started.process = std::move(confined.process);
  started.connection = std::move(channel.ours);
  if (confined.connection.get() >= 0) {
    started.connection = std::make_unique<StampedConnection>(std::move(confined.connection),
                                                             StampedConnection::Packets::this_kernel);
  }
  co_return started;
}

ProcessStarter::Started CommandStarter::start_unconfined(BotCommand command) {
  work_in_its_folder(command);
  const JointBounds bounds{.memory_mib = command.confinement ? command.confinement->memory_mib : 0};
  ProcessPlace place{make_group(bounds), make_user(), cpus_};
  Channel channel = open_channel(command.stdio, place.user != nullptr ? place.user->uid() : 0);
  Started started;
  auto process = KernelProcess::start(tasks_, reaper_, command, channel.in, channel.out,
                                      KernelProcess::Stderr::kept, std::move(place));
  if (bounds.memory_mib > 0) {
    tasks_.start("joint bounds", guard_bounds(process, bounds));
  }
  started.process = std::move(process);
  started.connection = std::move(channel.ours);
  return started;
}

/// Returns nullptr if the group cannot be made: the clock of the bot's process measures it then.
std::unique_ptr<ControlGroup> CommandStarter::make_group(const JointBounds& bounds) {
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
CommandStarter::Channel CommandStarter::open_channel(Stdio stdio, uid_t user) {
  Channel channel;
  if (stdio == Stdio::pipe) {
    Pipe to_bot = make_pipe();
    Pipe from_bot = make_pipe();
    channel.ours = std::make_unique<StampedConnection>(std::move(from_bot.read), std::move(to_bot.write));
    channel.in = std::move(to_bot.read);
    channel.out = std::move(from_bot.write);
    if (user != 0 &&
        (::fchown(channel.in.get(), user, user) != 0 || ::fchown(channel.out.get(), user, user) != 0)) {
      throw_errno("pipes of a bot");
    }
  } else {
    Loopback::Pair pair = loopback_.make_pair();
    channel.ours =
        std::make_unique<StampedConnection>(std::move(pair.ours), StampedConnection::Packets::this_kernel);
    channel.in = std::move(pair.theirs);
    channel.out = copy_of(channel.in);
  }
  return channel;
}

/// The process in `instance` may have a network of its own: the TCP pair is made there.
CommandStarter::Channel CommandStarter::open_channel(Stdio stdio, SandboxInstance& instance) {
  if (stdio == Stdio::tcp && instance.connect_inside()) {
    Channel none;
    none.in = FileDescriptor(::open("/dev/null", O_RDWR | O_CLOEXEC));
    none.out = copy_of(none.in);
    return none;
  }
  return open_channel(stdio, instance.order().uid);
}

}  // namespace referee
