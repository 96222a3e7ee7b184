#pragma once

#include <memory>
#include <set>
#include <string>

#include "referee/loop/tasks.h"
#include "referee/net/slots.h"
#include "referee/prepare/preparer.h"
#include "referee/process/kernel_process.h"
#include "referee/process/reaper.h"

namespace referee::prepare {

/// Makes each hand-in ready in a process of its own, `referee prepare`, which dies with this one: whatever is
/// in a hand-in, it is unpacked, copied and built there. A process that is brought down, or that takes longer
/// than the build and the trial may, is the report of its hand-in.
class OwnProcess final : public Preparer {
 public:
  /// In what the processes run.
  struct Terms {
    SandboxLevel sandbox = SandboxLevel::none;  ///< the least
    bool as_root = false;                       ///< launched programs may run as root, if this one does
    Slots* slots = nullptr;  ///< a process takes one of them; nullptr: all that are asked for run at once
  };
  /// `tasks`, `reaper` and the slots outlive this object.
  OwnProcess(Tasks& tasks, Reaper& reaper, Terms terms) : tasks_(tasks), reaper_(reaper), terms_(terms) {}
  OwnProcess(const OwnProcess&) = delete;
  OwnProcess& operator=(const OwnProcess&) = delete;

  Task<Report> prepare(std::string name, Order order) override;
  void stop(const std::string& why) override;

 private:
  Tasks& tasks_;
  Reaper& reaper_;
  Terms terms_;
  std::set<std::shared_ptr<Process>> running_;
  std::string stopped_for_;  // "": it is not stopped
};

/// Carries out the order in `file` in this process, and writes its report beside it, for an OwnProcess that
/// waits. Throws what prevented that: fields::Exception and std::invalid_argument for what is no order, and
/// failures of the machine.
void carry_out_file(const std::filesystem::path& file);

}  // namespace referee::prepare
