#include "referee/process/confined_start.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <array>
#include <charconv>
#include <chrono>
#include <limits>
#include <string>
#include <utility>

#include <boost/asio/posix/stream_descriptor.hpp>

#include "referee/base/file_descriptor.h"
#include "referee/base/units.h"
#include "referee/loop/event.h"
#include "referee/process/inside/inside.h"
#include "referee/process/joint_bounds.h"
#include "referee/process/program.h"
#include "referee/process/sandbox.h"
#include "referee/process/spawn.h"

namespace referee {
namespace {

constexpr Milliseconds kEvery{200};
constexpr std::size_t kMostFiles = 20'000;  // counting them must not take long
constexpr std::uintmax_t kTooMuch = std::numeric_limits<std::uintmax_t>::max();
constexpr std::uintmax_t kBlock = 512;  // bytes of stat(2)'s blocks

constexpr std::uintmax_t kOfFolder = 16;                // times the scratch: what may be added to a folder
constexpr std::string_view kChild = "\"child-pid\": ";  // of bubblewrap's --json-status-fd

/// Folders on a real disk: bubblewrap's /tmp is bounded by itself.
std::vector<DiskAllowance> allowances(const SandboxInstance& instance) {
  const SandboxSpec& order = instance.order();
  std::vector<DiskAllowance> folders;
  const auto scratch = static_cast<std::uintmax_t>(order.scratch_mib) * kMib;
  if (order.level == SandboxLevel::basic) {
    folders.push_back({order.scratch, scratch});
  }
  if (order.writable) {
    const std::uintmax_t more = instance.work() != nullptr ? scratch : kOfFolder * scratch;
    folders.push_back({order.folder, disk_used(order.folder) + more});
  }
  return folders;
}

/// The exception puts the error's text behind ours.
[[noreturn]] void throw_failure(const ControlWords& words,
                                const SandboxInstance::MachineFailed& machine_failed) {
  const std::error_code error(words.error_number(), std::generic_category());
  std::string what = words.failure();
  if (const std::string end = ": " + error.message(); what.ends_with(end)) {
    what.erase(what.size() - end.size());
  }
  if (words.is_of_program() && is_of_program(words.error_number())) {
    throw ProgramError(error, what);
  }
  machine_failed();
  throw LaunchError(error, what);
}

/// Reads a control socket until the program runs, or bubblewrap is about to start it.
Task<ControlWords> listen_to(Tasks& tasks, const FileDescriptor& control) {
  set_nonblocking(control.get());
  boost::asio::posix::stream_descriptor socket(tasks.io(), ::fcntl(control.get(), F_DUPFD_CLOEXEC, 0));
  ControlWords words;
  for (bool more = true; more;) {
    auto message = receive_control(socket.native_handle());
    if (message) {
      more = words.take(std::move(*message));
      continue;
    }
    (void)co_await socket.async_wait(boost::asio::posix::descriptor_base::wait_read, kAwait);
  }
  co_return words;
}

FileDescriptor no_input() {
  FileDescriptor null(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (null.get() < 0) {
    throw_errno("/dev/null");
  }
  return null;
}

/// Where the sandbox is none, or of level none.
std::shared_ptr<KernelProcess> start_unconfined(Tasks& tasks, Reaper& reaper, const Sandbox* sandbox,
                                                const std::vector<std::string>& argv,
                                                const std::filesystem::path& folder) {
  Pipe pipe = make_pipe();
  const FileDescriptor input = no_input();
  Spawn how{{input.get(), pipe.write.get(), pipe.write.get()}, false, folder};
  how.supervised = true;
  KernelProcess::Belongings belongings;
  if (sandbox != nullptr && sandbox->users() != nullptr) {
    belongings.user = std::make_unique<OwnUser>(sandbox->users());
    belongings.scratch = std::make_unique<ScratchFolder>(belongings.user->uid());
    how.uid = belongings.user->uid();
    how.scratch = belongings.scratch->path();
    how.scratch_is_home = true;
  }
  const Spawned spawned = spawn(argv, how);
  return KernelProcess::keep(tasks, reaper, spawned, std::move(pipe.read), std::move(belongings));
}

}  // namespace

std::uintmax_t disk_used(const std::filesystem::path& folder) {
  std::uintmax_t sum = 0;
  std::size_t files = 0;
  std::error_code error;
  std::filesystem::recursive_directory_iterator entry(folder, error);
  for (; !error && entry != std::filesystem::recursive_directory_iterator(); entry.increment(error)) {
    struct stat status {};
    if (::lstat(entry->path().c_str(), &status) == 0) {  // else it has just been removed
      sum += static_cast<std::uintmax_t>(status.st_blocks) * kBlock;
    }
    if (++files > kMostFiles) {
      return kTooMuch;
    }
  }
  // Names so deep that they cannot be looked up are made to hide something.
  return error == std::errc::filename_too_long ? kTooMuch : sum;
}

Task<> guard_disk(std::shared_ptr<KernelProcess> process, std::vector<DiskAllowance> folders) {
  while (!co_await process->ended_within(kEvery)) {
    for (const DiskAllowance& one : folders) {
      if (disk_used(one.folder) > one.bytes) {
        process->kill_because("sandbox: too much written to " + one.folder.string());
        co_return;
      }
    }
  }
}

ConfinedSpawn spawn_confined(const SandboxInstance& instance, int in, int out, int err, Cpus cpus) {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw_errno("socketpair");
  }
  FileDescriptor ours(ends[0]);
  const FileDescriptor theirs(ends[1]);
  const FileDescriptor order = instance.spec_file();
  const std::vector<std::string> argv = {inside_program(), kInsideWord};
  Spawn how{{in, out, err, order.get(), theirs.get()}, true, {}};
  if (instance.order().counted) {
    how.descriptors.push_back(instance.counts()->file());
  }
  how.cpus = std::move(cpus);
  FileDescriptor folder;
  if (instance.group() != nullptr) {
    folder = instance.group()->folder();
    how.group = folder.get();
  }
  try {
    return {spawn(argv, how), std::move(ours)};
  } catch (const ProgramError& error) {  // the program of the first step is ours
    throw std::system_error(error.code(), "cannot start '" + argv.front() + "'");
  }
}

bool ControlWords::take(ControlMessage message) {
  if (message.connection.get() >= 0) {
    connection_ = std::move(message.connection);
  } else if (message.text.starts_with(SandboxSpec::kFailure) ||
             message.text.starts_with(SandboxSpec::kProgramFailure)) {
    is_of_program_ = message.text.starts_with(SandboxSpec::kProgramFailure);
    const std::size_t number = message.text.find(' ') + 1;
    const std::size_t what = message.text.find(' ', number) + 1;
    std::from_chars(message.text.data() + number, message.text.data() + what, error_number_);
    failure_ = message.text.substr(what);
  } else if (message.text.starts_with(SandboxSpec::kProcess)) {
    std::from_chars(message.text.data() + std::string_view(SandboxSpec::kProcess).size(),
                    message.text.data() + message.text.size(), process_);
  } else {
    about_child_ += message.text;
  }
  return !message.text.empty() && inner() == 0;
}

pid_t ControlWords::inner() const {
  const std::size_t at = about_child_.find(kChild);
  pid_t pid = 0;
  if (at != std::string::npos) {
    const char* const digits = about_child_.data() + at + kChild.size();
    std::from_chars(digits, about_child_.data() + about_child_.size(), pid);
  }
  return pid;
}

Task<ConfinedProcess> start_confined(Tasks& tasks, Reaper& reaper, std::unique_ptr<SandboxInstance> instance,
                                     FileDescriptor in, FileDescriptor out, Cpus cpus) {
  Pipe pipe = make_pipe();
  const int out_end = out.get() >= 0 ? out.get() : pipe.write.get();
  ConfinedSpawn spawned = spawn_confined(*instance, in.get(), out_end, pipe.write.get(), std::move(cpus));
  pipe.write = FileDescriptor();
  in = FileDescriptor();
  out = FileDescriptor();
  std::vector<DiskAllowance> folders = allowances(*instance);
  const JointBounds bounds = instance->bounds();
  const bool behind_bwrap = instance->order().level != SandboxLevel::basic;
  const std::string program = instance->order().argv.front();
  const SandboxInstance::MachineFailed machine_failed = instance->machine_failed();
  ConfinedProcess started;
  started.process = KernelProcess::keep(tasks, reaper, spawned.supervisor, std::move(pipe.read),
                                        {std::move(instance), nullptr, nullptr, nullptr});
  if (!folders.empty() && !started.process->ended()) {
    tasks.start("disk guard", guard_disk(started.process, std::move(folders)));
  }
  tasks.start("joint bounds", guard_bounds(started.process, bounds));
  ControlWords words = co_await listen_to(tasks, spawned.control);
  if (!words.failure().empty()) {
    co_await started.process->stop(Milliseconds(0));
    throw_failure(words, machine_failed);
  }
  started.process->set_pid(words.process());
  if (behind_bwrap) {
    started.process->set_behind_bwrap(words.inner(), program, std::move(spawned.control), machine_failed);
  }
  started.connection = std::move(words.connection());
  co_return started;
}

Task<ConfinedRun> run_confined(Tasks& tasks, Reaper& reaper, std::shared_ptr<const Sandbox> sandbox,
                               std::vector<std::string> argv, Confinement confinement, Milliseconds timeout) {
  std::shared_ptr<KernelProcess> process;
  if (sandbox == nullptr || sandbox->level() == SandboxLevel::none) {
    process = start_unconfined(tasks, reaper, sandbox.get(), argv, confinement.folder);
  } else {
    std::unique_ptr<SandboxInstance> instance = sandbox->instance(argv, confinement);
    FileDescriptor input = no_input();
    FileDescriptor with_errors;
    ConfinedProcess started =
        co_await start_confined(tasks, reaper, std::move(instance), std::move(input), std::move(with_errors));
    process = std::move(started.process);
  }
  ConfinedRun run;
  const bool ended = co_await process->ended_within(timeout);
  if (!ended) {
    run.timed_out = true;
    co_await process->stop(Milliseconds(0));
  }
  run.status = process->status_text();
  run.succeeded = !run.timed_out && process->succeeded();
  run.output = process->stderr_text();
  co_return run;
}

}  // namespace referee
