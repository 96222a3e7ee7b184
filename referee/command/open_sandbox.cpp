#include "referee/command/open_sandbox.h"

#include <spdlog/spdlog.h>

#include <iostream>

#include "referee/base/text.h"

namespace referee {

std::shared_ptr<const Sandbox> open_sandbox(SandboxLevel least, bool as_root, Confines confines,
                                            TriedBy tried_by) {
  const RunAs run_as = as_root ? RunAs::root : RunAs::own_user;
  if (confines == Confines::nothing) {
    return Sandbox::open(SandboxLevel::none, run_as);
  }
  auto sandbox = Sandbox::open(least, run_as, tried_by);
  std::cout << "sandbox: " << escaped(sandbox->brief_text(), "\\") << "\n" << std::flush;
  spdlog::debug("sandbox: {}; memory and processes together: {}", sandbox->text(), sandbox->bounds_text());
  return sandbox;
}

}  // namespace referee
