#pragma once

#include <filesystem>
#include <optional>

namespace referee {

/// The folder `inside` a prefix under which this program is installed, unpacked or built: the folder of the
/// program, or one of the `up` folders above it. Nothing: in none of these it has `file`.
std::optional<std::filesystem::path> beside_program(const std::filesystem::path& inside,
                                                    const std::filesystem::path& file, int up);

}  // namespace referee
