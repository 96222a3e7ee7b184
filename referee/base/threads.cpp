#include "referee/base/threads.h"

#include <pthread.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <initializer_list>
#include <system_error>
#include <utility>

namespace referee {
namespace {

constexpr int kLowestPriority = 19;

/// Lowers the priority of the calling thread: Linux has one for each.
void lower_priority(const std::string& what) {
  if (::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kLowestPriority) != 0) {
    spdlog::warn("{} keeps its priority: {}", what, std::generic_category().message(errno));
  }
}

/// A thread that is started while this object lives has these signals blocked.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t blocked;
    ::sigfillset(&blocked);
    for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) {
      ::sigdelset(&blocked, fault);
    }
    ::pthread_sigmask(SIG_SETMASK, &blocked, &before_);
  }
  ~SignalsBlocked() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace

std::thread start_thread(const std::string& what, std::function<void()> work, ThreadPriority priority) {
  const SignalsBlocked blocked;
  try {
    return std::thread([what, work = std::move(work), priority] {
      if (priority == ThreadPriority::lowest) {
        lower_priority(what);
      }
      work();
    });
  } catch (const std::system_error& refused) {
    throw std::system_error(refused.code(),
                            "cannot start " + what + ": too little memory or too many processes");
  }
}

}  // namespace referee
