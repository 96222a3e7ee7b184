#pragma once

#include <string>

#include "referee/adapt/adapter.h"

namespace referee {

/// Replaces this process by the adapter's interpreter, which runs a driver for the file or folder
/// `submission`. The driver's files are in a new folder among the temporary files: this program cannot remove
/// it, the one that launched us does. Does not return. Throws std::system_error if the interpreter is missing
/// or the driver cannot be written.
[[noreturn]] int play_interpreted(const Adapter& adapter, const std::string& submission);

}  // namespace referee
