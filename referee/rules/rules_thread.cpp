#include "referee/rules/rules_thread.h"

#include <spdlog/spdlog.h>

#include <exception>
#include <utility>

#include "referee/process/cpus.h"

namespace referee::rules {

/// The reaper keeps the loop running until end_all().
RulesThread::RulesThread(SandboxLevel least)
    : least_(least),
      thread_("the thread of rules programs",
              {[this] { open_machine(); }, [this] { return end_all(); }, [this] { machine_.reset(); }}) {}

void RulesThread::add(std::weak_ptr<Guest> guest) {
  const std::lock_guard lock(mutex_);
  guests_.push_back(std::move(guest));
}

/// The thread that has begun this one may be pinned to a CPU of its own, which reads the clocks of bots: this
/// thread and its programs keep off that.
void RulesThread::open_machine() {
  const auto split = split_cpus(process_cpus());
  const Cpus cpus = split ? split->bots : process_cpus();
  (void)CpuMask(cpus).take();
  std::shared_ptr<const Sandbox> sandbox;
  try {
    sandbox = Sandbox::open(least_);
    spdlog::debug("sandbox of rules programs: {}", sandbox->text());
  } catch (const std::exception& weak) {
    why_not_ = weak.what();
    sandbox = nullptr;
  }
  machine_ = std::make_unique<Machine>(tasks(), sandbox);
  machine_->starter.run_on(cpus);
}

Task<> RulesThread::end_all() {
  std::vector<std::weak_ptr<Guest>> guests;
  {
    const std::lock_guard lock(mutex_);
    guests = guests_;
  }
  for (const std::weak_ptr<Guest>& weak : guests) {
    if (const std::shared_ptr<Guest> guest = weak.lock()) {
      co_await guest->end();
    }
  }
  machine_->reaper.stop();
}

}  // namespace referee::rules
