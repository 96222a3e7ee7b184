#pragma once

#include <sys/types.h>

#include "referee/base/file_descriptor.h"
#include "referee/process/inside/process_counts.h"

namespace referee {

/// Where a supervisor is asked by the kernel about each process that its program makes, and each that ends by
/// itself (tell_of_processes() of syscall_filter.h). It lets all of them go on, and counts.
class ProcessListener {
 public:
  /// `from` is a control socket on which the program sends the descriptor of its filter.
  ProcessListener(ProcessCounts& counts, FileDescriptor from) : counts_(counts), asked_(std::move(from)) {}

  /// Call answer() when it can be read; -1: there is nothing more to come.
  int fd() const { return asked_.get(); }
  /// Waits for nobody.
  void answer();

 private:
  void take_filter();
  void answer_one();

  ProcessCounts& counts_;
  FileDescriptor asked_;
  bool has_filter_ = false;
};

}  // namespace referee
