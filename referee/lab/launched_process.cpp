#include "referee/lab/launched_process.h"

#include "referee/process/run_delay.h"

namespace referee {

std::optional<ProcessorTime> LaunchedProcess::processor_time() {
  if (!cpu_) {
    cpu_.emplace(process_->pid());
  }
  return ProcessorTime{cpu_->used(), run_delay_of(process_->processes())};
}

}  // namespace referee
