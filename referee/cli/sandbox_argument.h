#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "referee/process/sandbox.h"

namespace referee {

/// --sandbox and --readable, of commands that launch bots.
class SandboxArgument {
 public:
  /// `fallback`: the level without --sandbox.
  void add_to(CLI::App& command, SandboxLevel fallback = SandboxLevel::none);

  SandboxLevel least() const { return sandbox_level(level_).value(); }
  /// Probes, and prints what it has found, unless it is `none` that was asked for. Throws WeakSandbox.
  std::shared_ptr<const Sandbox> open() const;
  /// Of a bot with this command, and this adapter or none: its folder by default, and `hidden` out of its
  /// sight.
  Confinement confinement(const Adapter* adapter, const std::vector<std::string>& argv,
                          std::vector<std::filesystem::path> hidden) const;

 private:
  std::string level_;
  std::vector<std::string> readable_;
};

/// Probes, and prints what it has found, unless it is `none` that was asked for. Throws WeakSandbox.
std::shared_ptr<const Sandbox> open_sandbox(SandboxLevel least);

}  // namespace referee
