#pragma once

#include <memory>

#include "referee/process/sandbox.h"

namespace referee {

/// The least level without --sandbox, or "sandbox" in a file.
inline constexpr SandboxLevel kUsualSandbox = SandboxLevel::basic;

/// Whether a command has a bot that is to be confined.
enum class Confines { something, nothing };

/// Opens the sandbox, and prints what it gives. Where nothing is to be confined the level is `none`, and
/// nothing is printed. Throws WeakSandbox.
std::shared_ptr<const Sandbox> open_sandbox(SandboxLevel least, bool as_root, Confines confines,
                                            TriedBy tried_by = TriedBy::trial);

}  // namespace referee
