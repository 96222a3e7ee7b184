#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "protocol/require.h"
#include "referee/lab/bot_process.h"
#include "referee/process/cpu_meter.h"
#include "referee/process/process.h"
#include "referee/process/waits.h"

namespace referee {

/// A process of this machine as a bot's under test.
class LaunchedProcess final : public BotProcess {
 public:
  /// REQUIRES: `process` is not null.
  explicit LaunchedProcess(std::shared_ptr<Process> process) : process_(std::move(process)) {
    REQUIRE(process_ != nullptr);
  }

  Microseconds charged() const override { return process_->cpu_meter()->used(); }
  Microseconds busy() const override { return process_->busy(); }
  Waits waits() const override { return waits_of(process_->processes()); }
  std::optional<ProcessorTime> processor_time() override;
  Task<bool> ended_within(Milliseconds time) override { return process_->ended_within(time); }
  bool succeeded() const override { return process_->succeeded(); }
  std::string how_ended(const std::string& refusal) const override {
    return referee::how_ended(*process_, refusal);
  }
  const std::string& stderr_text() const override { return process_->stderr_text(); }

  Process& process() { return *process_; }

 private:
  std::shared_ptr<Process> process_;
  std::optional<TreeClock>
      cpu_;  // also of children that still run, as the bot's own clock may not count them
};

}  // namespace referee
