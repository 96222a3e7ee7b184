#include "referee/adapt/signal_file.h"

#include <sys/signalfd.h>
#include <unistd.h>

#include "referee/base/file_descriptor.h"

namespace referee {

SignalFile::SignalFile(std::initializer_list<int> numbers) {
  sigset_t set;
  ::sigemptyset(&set);
  for (const int number : numbers) {
    ::signal(number, SIG_DFL);  // who inherits that SIGCHLD is ignored cannot ask how a child ended
    ::sigaddset(&set, number);
  }
  ::sigprocmask(SIG_BLOCK, &set, &before_);
  file_ = FileDescriptor(::signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC));
  if (file_.get() < 0) {
    throw_errno("signalfd");
  }
}

SignalFile::~SignalFile() { ::sigprocmask(SIG_SETMASK, &before_, nullptr); }

std::vector<int> SignalFile::take() {
  std::vector<int> numbers;
  signalfd_siginfo info{};
  while (::read(file_.get(), &info, sizeof(info)) == static_cast<ssize_t>(sizeof(info))) {
    numbers.push_back(static_cast<int>(info.ssi_signo));
  }
  return numbers;
}

}  // namespace referee
