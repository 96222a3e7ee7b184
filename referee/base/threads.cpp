#include "referee/base/threads.h"

#include <pthread.h>

#include <csignal>
#include <initializer_list>
#include <system_error>
#include <utility>

namespace referee {
namespace {

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

std::thread start_thread(const std::string& what, std::function<void()> work) {
  const SignalsBlocked blocked;
  try {
    return std::thread(std::move(work));
  } catch (const std::system_error& refused) {
    throw std::system_error(refused.code(),
                            "cannot start " + what + ": too little memory or too many processes");
  }
}

}  // namespace referee
