#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "referee/process/process_starter.h"
#include "tests/world/dialled_bot.h"
#include "tests/world/draw.h"
#include "tests/world/network_loop.h"

namespace world {

/// A meter whose processor time is what the simulation says.
class SimulatedMeter final : public referee::CpuMeter {
 public:
  explicit SimulatedMeter(const referee::Clock& clock) : clock_(clock) {}

  const char* source() const override { return "cgroup"; }
  referee::Microseconds used() override;
  /// From now on `cpu` is used, evenly, in `time`, in place of what was to be used still. REQUIRES: whole
  /// microseconds of both, `time` more than none.
  void use(referee::Nanoseconds cpu, referee::Nanoseconds time);

 private:
  const referee::Clock& clock_;
  referee::Microseconds before_{0};
  referee::TimePoint from_{};
  referee::Nanoseconds cpu_{0};
  referee::Nanoseconds time_{1};
};

/// A program that the referee has launched: it says what its DialledBot says, computes while it thinks,
/// prints, and ends as its Program has it.
class SimulatedProcess final : public referee::Process, private BotBody {
 public:
  /// `entrant`: keeps what it was asked, once it has ended.
  SimulatedProcess(NetworkLoop& loop, DialledBot& entrant, const std::string& version, Start start,
                   std::uint64_t seed);
  ~SimulatedProcess() override;
  SimulatedProcess(const SimulatedProcess&) = delete;
  SimulatedProcess& operator=(const SimulatedProcess&) = delete;

  /// It runs; returns the referee's end of its standard input and output.
  std::unique_ptr<referee::Link> begin();

  pid_t pid() const override { return 0; }
  std::vector<pid_t> processes() const override { return {}; }
  void run_on(const referee::Cpus& /*cpus*/) override {}
  const std::shared_ptr<referee::CpuMeter>& cpu_meter() const override { return cpu_meter_; }
  bool behind_bwrap() const override {
    return start_ == Start::is_no_program || start_ == Start::machine_fails;
  }
  void throw_if_never_run() const override;
  void signal(int number) override;
  void mark_stderr(std::int64_t number, bool /*all_read*/) override { stderr_text_.mark(number, 0); }
  referee::MarkedText take_stderr() override { return std::exchange(stderr_text_, {}); }

 private:
  referee::Nanoseconds think(AskedTurn& asked, referee::Nanoseconds thinks) override;
  void said() override;
  void begun() override { at_answer_.reset(); }
  void connection_gone(std::optional<Deed> by) override;
  /// Ends after at most `most`, with that status of waitpid().
  void end_within(referee::Nanoseconds most, int wait_status);

  DialledBot& entrant_;
  const Start start_;
  Random random_;
  DialledBot bot_;
  std::shared_ptr<SimulatedMeter> meter_;
  std::shared_ptr<referee::CpuMeter> cpu_meter_;
  referee::Timer hello_;
  referee::Timer ends_;
  std::optional<referee::Microseconds> at_answer_;  // used when it last said anything
  bool counts_ = false;                             // that is the answer to a turn, in time
};

/// Starts the programs of entrants, each a SimulatedProcess.
class SimulatedStarter final : public referee::ProcessStarter {
 public:
  /// `entrants`, by name, outlive it.
  SimulatedStarter(NetworkLoop& loop, std::map<std::string, DialledBot*> entrants, std::uint64_t seed)
      : loop_(loop), entrants_(std::move(entrants)), random_(seed) {}

  referee::Task<Started> start(referee::BotCommand command) override;
  void keep_apart() override {}
  void share_cpu(std::optional<int> /*cpu*/) override {}
  bool shares_cpu() const override { return false; }
  void place(referee::Process& /*program*/, bool /*quick*/) override {}
  bool confines(const referee::BotCommand& /*command*/) const override { return false; }
  referee::SandboxLevel level() const override { return referee::SandboxLevel::none; }

  /// The command of an entrant's program.
  /// `version`: the digest of one that was handed in; "": none was.
  static referee::BotCommand command_of(const std::string& entrant, const std::string& version = "") {
    return {{"simulated", entrant, version}};
  }

 private:
  NetworkLoop& loop_;
  std::map<std::string, DialledBot*> entrants_;
  Random random_;
  std::set<std::shared_ptr<SimulatedProcess>> running_;  // as a reaper keeps what it waits for
};

/// How the program of a launched bot starts and ends.
Program draw_program(Random& random);

}  // namespace world
