#include "referee/process/inside/process_listener.h"

#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <ctime>
#include <fstream>
#include <optional>
#include <string>

#include "referee/process/inside/private_network.h"

namespace referee {
namespace {

using std::chrono::nanoseconds;

/// What a process has used of its own, by the number of its first thread; nothing of 0, which would be this
/// process.
std::optional<nanoseconds> used_by(pid_t pid) {
  clockid_t clock{};
  timespec used{};
  if (pid == 0 || ::clock_getcpuclockid(pid, &clock) != 0 || ::clock_gettime(clock, &used) != 0) {
    return std::nullopt;
  }
  return std::chrono::seconds(used.tv_sec) + nanoseconds(used.tv_nsec);
}

/// The process of a thread; 0 if there is none.
pid_t process_of(pid_t thread) {
  std::ifstream status("/proc/" + std::to_string(thread) + "/status");
  pid_t process = 0;
  for (std::string word; process == 0 && status >> word;) {
    if (word == "Tgid:") {
      status >> process;
    }
  }
  return process;
}

/// Which process becomes the parent of the one that `call` is to make; 0: another one than that which calls.
pid_t maker_by(const seccomp_notif& call) {
  if (call.data.nr == SYS_clone && (call.data.args[0] & CLONE_PARENT) != 0) {
    return 0;
  }
  const auto thread = static_cast<pid_t>(call.pid);
  return used_by(thread) ? thread : process_of(thread);
}

/// A call about which the kernel asks. A newer kernel may write more than this one knows.
struct Asked {
  alignas(seccomp_notif) std::array<std::byte, 512> bytes{};

  seccomp_notif* call() { return reinterpret_cast<seccomp_notif*>(bytes.data()); }
};

/// No effect if the process was killed meanwhile.
void let_go_on(int filter, std::uint64_t id) {
  alignas(seccomp_notif_resp) std::array<std::byte, 512> bytes{};
  seccomp_notif_resp answer{};
  answer.id = id;
  answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
  std::memcpy(bytes.data(), &answer, sizeof answer);
  (void)::ioctl(filter, SECCOMP_IOCTL_NOTIF_SEND, bytes.data());
}

/// From now on `thread` runs nothing of its program any more, and neither do the other threads of its
/// process.
void end_process_of(pid_t thread, int filter, std::uint64_t id, ProcessCounts& counts) {
  pid_t process = thread;
  std::optional<nanoseconds> used = used_by(process);
  if (!used) {
    process = process_of(thread);
    used = used_by(process);
  }
  if (used) {
    counts.note_ended(process, *used);
  }
  let_go_on(filter, id);
  if (const auto more =
          used ? used_by(process) : std::nullopt) {  // of its other threads, which run until now
    counts.note_ended(process, *more);
  }
}

}  // namespace

void ProcessListener::answer() { has_filter_ ? answer_one() : take_filter(); }

void ProcessListener::take_filter() {
  auto message = receive_control(asked_.get());
  if (message) {
    asked_ = std::move(message->connection);
    has_filter_ = asked_.get() >= 0;
  }
}

void ProcessListener::answer_one() {
  pollfd more{asked_.get(), POLLIN, 0};
  if (::poll(&more, 1, 0) == 1 && (more.revents & POLLIN) == 0) {
    asked_ = FileDescriptor();  // no process has this filter any more
    return;
  }
  Asked asked;
  if (::ioctl(asked_.get(), SECCOMP_IOCTL_NOTIF_RECV, asked.call()) != 0) {
    return;  // the process was killed before we could look
  }
  const seccomp_notif call = *asked.call();
  const auto thread = static_cast<pid_t>(call.pid);
  if (call.data.nr == SYS_exit_group) {
    end_process_of(thread, asked_.get(), call.id, counts_);
  } else if (call.data.nr == SYS_rt_sigaction) {
    counts_.note_set();
    let_go_on(asked_.get(), call.id);
  } else {
    counts_.forget_those_gone();
    counts_.note_asked(maker_by(call));
    let_go_on(asked_.get(), call.id);
    counts_.note_made();
  }
}

}  // namespace referee
