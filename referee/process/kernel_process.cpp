#include "referee/process/kernel_process.h"

#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "referee/base/file_descriptor.h"
#include "referee/base/text.h"
#include "referee/clocks/silence.h"
#include "referee/process/counted_clock.h"
#include "referee/process/cpu_meter.h"
#include "referee/process/error_line.h"
#include "referee/process/inside/children.h"
#include "referee/process/inside/private_network.h"
#include "referee/process/inside/supervisor.h"
#include "referee/process/joint_bounds.h"
#include "referee/process/spawn.h"

namespace referee {
namespace {

constexpr std::size_t kChunk = 16 * 1024;
constexpr int kMostLastChunks = 16;                      // more than a pipe holds
constexpr std::size_t kShownStderr = 200;                // bytes of a bot's last words
constexpr std::string_view kExitCode = "\"exit-code\"";  // of bubblewrap's --json-status-fd
constexpr std::string_view kNoExec = "bwrap: execvp ";

/// Whether they are bubblewrap's words on itself: it has not come so far as to start a program.
bool are_of_bwrap(const std::string& words) {
  return words.starts_with("bwrap: ") && !words.starts_with(kNoExec);
}

}  // namespace

std::shared_ptr<KernelProcess> KernelProcess::start(Tasks& tasks, Reaper& reaper, const BotCommand& command,
                                                    const FileDescriptor& in, const FileDescriptor& out,
                                                    Stderr where, ProcessPlace place) {
  Pipe pipe = make_pipe();
  const int error_end = where == Stderr::kept ? pipe.write.get() : STDERR_FILENO;
  Spawn how{{in.get(), out.get(), error_end}, false, command.folder};
  how.supervised = true;
  how.cpus = std::move(place.cpus);
  if (command.confinement) {
    how.memory_mib = command.confinement->memory_mib;
    how.variables = command.confinement->variables;
  }
  Belongings belongings{nullptr, std::move(place.group), std::move(place.user), nullptr};
  if (belongings.user != nullptr) {
    how.uid = belongings.user->uid();
    how.readers = command.readers;
    how.scratch_is_home = true;
  }
  if (command.adapter != nullptr || belongings.user != nullptr) {
    belongings.scratch = std::make_unique<ScratchFolder>(how.uid);
    how.scratch = belongings.scratch->path();
  }
  FileDescriptor folder;
  if (belongings.group != nullptr) {
    folder = belongings.group->folder();
    how.group = folder.get();
    how.tasks_v1 = belongings.group->tasks_v1();
  }
  const Spawned spawned = spawn(command.argv, how);
  if (!spawned.in_group) {
    belongings.group.reset();
  }
  return keep(tasks, reaper, spawned, std::move(pipe.read), std::move(belongings));
}

std::shared_ptr<KernelProcess> KernelProcess::keep(Tasks& tasks, Reaper& reaper, const Spawned& spawned,
                                                   FileDescriptor stderr_end, Belongings belongings) {
  const std::shared_ptr<KernelProcess> process(
      new KernelProcess(tasks, spawned, std::move(stderr_end), std::move(belongings)));
  process->poller_.watch(process->stderr_.get(), EPOLLIN, process, Poller::Order::first);
  reaper.watch(spawned.pid, [process](int status) { process->reaped(status); });
  return process;
}

KernelProcess::KernelProcess(Tasks& tasks, const Spawned& spawned, FileDescriptor stderr_end,
                             Belongings belongings)
    : Process(tasks.io()),
      supervisor_(spawned.pid),
      pid_(spawned.program),
      belongings_(std::move(belongings)),
      cpu_meter_(make_cpu_meter()),
      poller_(Poller::of(tasks.io())),
      stderr_(std::move(stderr_end)) {
  set_nonblocking(stderr_.get());
}

KernelProcess::~KernelProcess() { signal(SIGKILL); }

const ControlGroup* KernelProcess::group() const {
  return belongings_.instance != nullptr ? belongings_.instance->group() : belongings_.group.get();
}

std::shared_ptr<CpuMeter> KernelProcess::make_cpu_meter() const {
  std::vector<pid_t> of_bwrap = inner_ > 0 ? std::vector<pid_t>{pid_, inner_} : std::vector<pid_t>();
  if (group() != nullptr) {
    of_bwrap.push_back(supervisor_);
    return std::make_shared<GroupClock>(group()->cpu_stat(), group()->threads(), std::move(of_bwrap));
  }
  const SandboxInstance* const instance = belongings_.instance.get();
  if (instance != nullptr && instance->counts() != nullptr) {
    if (instance->counts()->counts()) {
      return std::make_shared<CountedClock>(supervisor_, instance->counts(), std::move(of_bwrap));
    }
    return std::make_shared<TreeOrWallClock>(supervisor_);
  }
  const bool forks =
      instance == nullptr || instance->order().forks || instance->order().level != SandboxLevel::basic;
  if (belongings_.scratch != nullptr || (instance != nullptr && forks)) {
    return std::make_shared<TreeClock>(supervisor_);
  }
  const auto children = forks ? ProcessClock::Children::some : ProcessClock::Children::none;
  return std::make_shared<ProcessClock>(pid_, children, supervisor_);
}

void KernelProcess::set_pid(pid_t pid) {
  if (pid > 0 && !ended()) {
    pid_ = pid;
    cpu_meter_ = make_cpu_meter();
  }
}

void KernelProcess::set_behind_bwrap(pid_t inner, std::string program, FileDescriptor control,
                                     SandboxInstance::MachineFailed machine_failed) {
  behind_bwrap_ = true;
  program_ = std::move(program);
  control_ = std::move(control);
  machine_failed_ = std::move(machine_failed);
  if (ended()) {
    note_whether_run(*status_);
  } else if (inner == 0) {  // bubblewrap has failed, and is about to end
    return;
  } else {
    inner_ = inner;
    cpu_meter_ = make_cpu_meter();
  }
}

/// Called when it has ended. Bubblewrap tells the exit status of a program only if it could start it, and
/// tells it before it ends itself. A bot cannot write there: the descriptor is closed before it runs.
void KernelProcess::note_whether_run(int wait_status) {
  bool told = false;
  for (auto message = receive_control(control_.get()); message && !message->text.empty();
       message = receive_control(control_.get())) {
    told = told || message->text.find(kExitCode) != std::string::npos;
  }
  never_run_ = WIFEXITED(wait_status) && !told;  // else it was killed
  control_ = FileDescriptor();
}

void KernelProcess::throw_if_never_run() const {
  if (!never_run_) {
    return;
  }
  // All that is there are bubblewrap's own words.
  const std::string what = "cannot start '" + program_ + "'";
  const std::string words = error_line(stderr_text());
  for (const int error : {ENOENT, EACCES, ENOEXEC}) {
    const std::error_code code(error, std::generic_category());
    if (words == std::string(kNoExec) + program_ + ": " + code.message()) {
      throw ProgramError(code, what);
    }
  }
  machine_failed_();
  throw std::runtime_error(what + ": " +
                           (words.empty() ? "bubblewrap ended" : printable(words, kShownStderr)));
}

void KernelProcess::signal(int number) {
  if (!ended()) {
    ::kill(supervisor_, number == SIGKILL ? kEndSupervised : number);  // which passes it on
    if (number == SIGKILL && group() != nullptr) {
      group()->kill();
    }
  }
}

void KernelProcess::reaped(int wait_status) {
  read_last_words();
  if (why_killed_.empty()) {
    why_killed_ = why_kernel_killed();
  }
  if (!why_killed_.empty()) {
    const bool in_line = !stderr_text_.empty() && stderr_text().back() != '\n';
    keep_stderr((in_line ? "\n" : "") + why_killed_ + "\n");
  }
  if (belongings_.instance != nullptr) {
    if (const std::string words = earlier_stderr_ + stderr_text(); !are_of_bwrap(words)) {
      belongings_.instance->note_losses(words);
    }
    stderr_text_ = with_own_names(std::move(stderr_text_));
  }
  if (control_.get() >= 0) {
    note_whether_run(wait_status);
  }
  if (belongings_.user != nullptr && belongings_.group != nullptr && belongings_.group->kill()) {
    belongings_.user->note_all_killed();
  }
  belongings_ = {};
  note_end(wait_status);
}

void KernelProcess::kill_because(std::string why) {
  why_killed_ = std::move(why);
  const std::vector<pid_t> all = processes();
  signal(SIGKILL);
  for (const pid_t pid : all) {
    ::kill(pid, SIGKILL);
  }
}

std::string KernelProcess::why_kernel_killed() const {
  return group() != nullptr && group()->ran_out_of_memory() ? too_much_memory(group()->bounds().memory_mib)
                                                            : "";
}

std::vector<pid_t> KernelProcess::processes() const {
  if (ended()) {
    return {};
  }
  if (group() != nullptr) {
    std::vector<pid_t> all = group()->processes();
    std::erase(all, supervisor_);
    return all;
  }
  std::vector<pid_t> all = children_of(supervisor_);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::vector<pid_t> children = children_of(all[i]);
    all.insert(all.end(), children.begin(), children.end());
  }
  return all;
}

void KernelProcess::run_on(const Cpus& cpus) {
  if (cpus == cpus_) {
    return;
  }
  cpus_ = cpus;
  const CpuMask mask(cpus.empty() ? process_cpus() : cpus);
  for (const pid_t pid : processes()) {
    for (const pid_t thread : threads_of(pid)) {
      (void)mask.give(thread);  // one that has ended, or that the system does not move: it runs where it ran
    }
  }
}

/// Reads what the process wrote before it ended, and closes the pipe: a child of it in another process group
/// may keep the pipe open for ever.
void KernelProcess::read_last_words() {
  read_stderr(kMostLastChunks);
  close_stderr();
}

/// A bot writes its words before its answer. So when the answer has been read the words are in the pipe, or
/// have been read, too: the count of those in the pipe is exact, and needs no wait. To ask for it costs a
/// twentieth of a turn; where the Poller has told of all words before the answer, there is nothing to ask.
void KernelProcess::mark_stderr(std::int64_t number, bool all_read) {
  int in_pipe = 0;
  if ((!all_read || stderr_unread_) && stderr_.get() >= 0 &&
      ::ioctl(stderr_.get(), FIONREAD, &in_pipe) != 0) {
    in_pipe = 0;
  }
  stderr_text_.mark(number, static_cast<std::size_t>(in_pipe));
}

MarkedText KernelProcess::take_stderr() {
  read_stderr(kMostLastChunks);
  earlier_stderr_ += stderr_text();
  if (earlier_stderr_.size() > kKeptStderr) {
    earlier_stderr_.erase(0, earlier_stderr_.size() - kKeptStderr);
  }
  return with_own_names(std::exchange(stderr_text_, {}));
}

/// Words of a program that works in a copy of its folder.
MarkedText KernelProcess::with_own_names(MarkedText words) const {
  const WorkFolder* const work = belongings_.instance != nullptr ? belongings_.instance->work() : nullptr;
  return work == nullptr
             ? words
             : words.changed([&](std::string part) { return work->with_own_names(std::move(part)); });
}

/// One chunk: other bots wait meanwhile.
void KernelProcess::on_readable() { read_stderr(1); }

void KernelProcess::read_stderr(int chunks) {
  std::array<char, kChunk> chunk;  // NOLINT: filled by the kernel
  stderr_unread_ = stderr_.get() >= 0;
  for (int i = 0; i < chunks && stderr_unread_; ++i) {
    const ssize_t size = ::read(stderr_.get(), chunk.data(), chunk.size());
    if (size > 0) {
      keep_stderr({chunk.data(), static_cast<std::size_t>(size)});
      stderr_unread_ = static_cast<std::size_t>(size) == chunk.size();
    } else if (size == 0 || (errno != EINTR && errno != EAGAIN)) {
      close_stderr();
    } else {
      stderr_unread_ = errno == EINTR;
    }
  }
}

void KernelProcess::close_stderr() {
  poller_.forget(stderr_.get());
  stderr_ = FileDescriptor();
  stderr_unread_ = false;
}

}  // namespace referee
