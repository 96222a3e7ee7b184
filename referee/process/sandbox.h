#pragma once

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "referee/process/bot_command.h"
#include "referee/process/confinement.h"
#include "referee/process/inside/sandbox_spec.h"
#include "referee/process/private_copies.h"
#include "referee/process/sandbox_instance.h"

namespace referee {

/// The machine cannot give the least level that was asked for: exit code 4.
class WeakSandbox : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Which user launched programs run as, where the referee is root.
enum class RunAs {
  own_user,  ///< each as one of its own, which has no name and owns nothing else
  root       ///< as root, because the operator has asked for it
};

/// Which program shows that programs can be confined on this machine.
enum class TriedBy {
  trial,       ///< one that does nothing, before all others
  first_start  ///< the first one that is started, unless something speaks against it beforehand
};

/// The sandbox of this machine, tried out once. While it exists, orphans of confined programs become
/// children of this process. For one thread; another thread that starts programs opens its own.
class Sandbox {
 public:
  /// The strongest level that works here; with `none` no sandbox at all. With TriedBy::first_start it may
  /// turn out too strong when the first program starts: and then becomes weaker, or that start fails with
  /// WeakSandbox. Throws WeakSandbox, naming what is missing for `least` and how to get it. REQUIRES: this
  /// thread has no Reaper: this waits for children.
  static std::shared_ptr<const Sandbox> open(SandboxLevel least, RunAs run_as = RunAs::own_user,
                                             TriedBy tried_by = TriedBy::trial);

  /// Opens one as this one is, for the calling thread, which is another one. What its bots lose is noted
  /// here. Throws WeakSandbox.
  std::shared_ptr<const Sandbox> open_for_thread() const;

  SandboxLevel level() const { return level_; }
  /// What bots have lost so far.
  const SandboxNotes& notes() const { return *notes_; }
  /// For people: "bwrap (full: no memory controller in cgroup v2)".
  const std::string& text() const { return text_; }
  /// What text() says, without what the level `full` would need where it is `bwrap`: that is enough for most.
  const std::string& brief_text() const { return brief_text_; }
  /// How the memory and the processes of a bot and all that it starts are bounded together, for people:
  /// "polling (no cgroup of its own)". Empty with level none.
  const std::string& bounds_text() const { return bounds_text_; }
  /// Makes cgroups for programs; nullptr where the machine allows none, or below the level that needs them.
  const std::shared_ptr<ControlGroups>& groups() const { return groups_; }

  /// Users for programs; nullptr where programs run as the user of the referee.
  const std::shared_ptr<UserSlots>& users() const { return users_; }

  /// `command` with files that its user can read: PrivateCopies::readable(). The same command if programs run
  /// as the user of the referee.
  BotCommand readable(BotCommand command) const;
  /// What `argv` needs to run confined; `readers`: BotCommand::readers. Throws LaunchError for a program that
  /// does not exist or that the sandbox hides, and std::system_error. REQUIRES: level() is not none.
  std::unique_ptr<SandboxInstance> instance(const std::vector<std::string>& argv,
                                            const Confinement& confinement,
                                            const std::vector<gid_t>& readers = {}) const;
  /// What a bot needs to run confined. It works in a copy of its folder if that is small (WorkFolder), and
  /// its losses are noted. Throws as instance(). REQUIRES: the command has a confinement, and level() is not
  /// none.
  std::unique_ptr<SandboxInstance> bot_instance(const BotCommand& command) const;
  /// Makes the copies that `command` needs, and throws what readable() and instance() would throw for it.
  void prepare(const BotCommand& command) const;

 private:
  explicit Sandbox(SandboxLevel least) : least_(least) {}
  static std::shared_ptr<Sandbox> make(SandboxLevel least, RunAs run_as, TriedBy tried_by);
  void find_level(TriedBy tried_by);
  std::string try_out(SandboxLevel level, TriedBy tried_by);
  void prove();
  void make_filters();
  void find_bounds();
  void count_processes_of(SandboxInstance& instance) const;

  SandboxLevel least_;
  std::weak_ptr<Sandbox> self_;  // expired while no program has to show that the level works
  SandboxLevel level_ = SandboxLevel::none;
  std::string text_ = name_of(SandboxLevel::none);
  std::string brief_text_ = text_;
  std::string bounds_text_;
  std::string uncounted_;  // why the supervisors of programs cannot count their processes; empty: they can
  std::string bwrap_;
  // What is alike for all programs, worked out once.
  std::vector<std::filesystem::path> system_;  // system_paths()
  std::string filter_;                         // SandboxSpec::filter
  std::string questions_;                      // SandboxSpec::questions; empty: no program is counted
  std::shared_ptr<UserSlots> users_;
  std::unique_ptr<PrivateCopies> copies_;
  std::shared_ptr<SandboxNotes> notes_ = std::make_shared<SandboxNotes>();
  std::shared_ptr<ControlGroups> groups_;
};

/// Runs the instance's program, which is to end at once with exit status 0, and waits for it. Returns why it
/// did not; empty if it did. REQUIRES: this thread has no Reaper: this waits for children.
std::string probe(const SandboxInstance& instance);

}  // namespace referee
