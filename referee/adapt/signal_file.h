#pragma once

#include <csignal>
#include <initializer_list>
#include <vector>

#include "referee/base/file_descriptor.h"

namespace referee {

/// Signals as something that poll() waits for, beside pipes and sockets. While it lives they do nothing else.
class SignalFile {
 public:
  /// Throws std::system_error.
  explicit SignalFile(std::initializer_list<int> numbers);
  ~SignalFile();
  SignalFile(const SignalFile&) = delete;
  SignalFile& operator=(const SignalFile&) = delete;

  int descriptor() const { return file_.get(); }
  /// Those that have come since the last call, without waiting.
  std::vector<int> take();

 private:
  sigset_t before_{};
  FileDescriptor file_;
};

}  // namespace referee
