#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "referee/process/confinement.h"
#include "referee/process/inside/sandbox_spec.h"
#include "referee/process/sandbox_instance.h"

namespace referee {

/// The machine cannot give the least level that was asked for: exit code 4.
class WeakSandbox : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The sandbox of this machine, probed once at start. While it exists, orphans of confined programs become
/// children of this process.
class Sandbox {
 public:
  /// The strongest level that works here, as a trial program shows; with `none` no sandbox at all. Throws
  /// WeakSandbox, naming what is missing for `least` and how to get it. REQUIRES: no Reaper exists: this
  /// waits for children.
  static std::shared_ptr<const Sandbox> open(SandboxLevel least);

  SandboxLevel level() const { return level_; }
  /// For people: "bwrap (full: no memory controller in cgroup v2)".
  const std::string& text() const { return text_; }
  /// How the memory and the processes of a bot and all that it starts are bounded together, for people:
  /// "polling (no cgroup of its own)". Empty with level none.
  const std::string& bounds_text() const { return bounds_text_; }
  /// Makes cgroups for programs; nullptr where the machine allows none, or below the level that needs them.
  const std::shared_ptr<ControlGroups>& groups() const { return groups_; }

  /// What `argv` needs to run confined. Throws LaunchError for a program that does not exist or that the
  /// sandbox hides, and std::system_error. REQUIRES: level() is not none.
  std::unique_ptr<SandboxInstance> instance(const std::vector<std::string>& argv,
                                            const Confinement& confinement) const;
  /// Throws what instance() would throw for a wrong command or confinement.
  void check(const std::vector<std::string>& argv, const Confinement& confinement) const;

 private:
  Sandbox() = default;
  std::string try_out(SandboxLevel level);
  void find_bounds();

  SandboxLevel level_ = SandboxLevel::none;
  std::string text_ = name_of(SandboxLevel::none);
  std::string bounds_text_;
  std::string bwrap_;
  std::shared_ptr<UserSlots> users_;
  std::shared_ptr<ControlGroups> groups_;
};

/// The program that becomes confined ones: `referee-sandbox` or `referee` beside this one, or this one
/// itself.
std::string inside_program();

/// Runs the instance's program, which is to end at once with exit status 0, and waits for it. Returns why it
/// did not; empty if it did. REQUIRES: no Reaper exists: this waits for children.
std::string probe(const SandboxInstance& instance);

}  // namespace referee
