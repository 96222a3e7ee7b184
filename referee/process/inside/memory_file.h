#pragma once

#include <string_view>

#include "referee/base/file_descriptor.h"

namespace referee {

/// A file that is nowhere but in memory, with `text` in it, to be read from its beginning. `name` is for
/// people who look at descriptors. Throws std::system_error.
FileDescriptor file_in_memory(const char* name, std::string_view text);

}  // namespace referee
