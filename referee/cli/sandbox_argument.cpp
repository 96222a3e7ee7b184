#include "referee/cli/sandbox_argument.h"

#include <iostream>
#include <utility>

#include "referee/adapt/adapter.h"

namespace referee {

void SandboxArgument::add_to(CLI::App& command, SandboxLevel fallback) {
  level_ = name_of(fallback);
  command
      .add_option("--sandbox", level_,
                  "The least sandbox accepted for launched bots: none, basic, bwrap or full. A confined bot "
                  "reads the system's programs and the folder of its program (or of its first argument that "
                  "is a file), and writes to a private folder that is removed in the end")
      ->check(CLI::IsMember({"none", "basic", "bwrap", "full"}))
      ->capture_default_str();
  command
      .add_option("--readable", readable_,
                  "A file or folder that confined bots may read as well, such as an interpreter of your own")
      ->allow_extra_args(false);
}

std::shared_ptr<const Sandbox> SandboxArgument::open() const { return open_sandbox(least()); }

Confinement SandboxArgument::confinement(const Adapter* adapter, const std::vector<std::string>& argv,
                                         std::vector<std::filesystem::path> hidden) const {
  Confinement confinement = default_confinement(adapter, argv);
  confinement.readable.assign(readable_.begin(), readable_.end());
  confinement.hidden = std::move(hidden);
  return confinement;
}

std::shared_ptr<const Sandbox> open_sandbox(SandboxLevel least) {
  auto sandbox = Sandbox::open(least);
  if (least != SandboxLevel::none) {
    std::cout << "sandbox: " << sandbox->text() << std::endl;
  }
  return sandbox;
}

}  // namespace referee
