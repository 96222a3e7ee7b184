#pragma once

#include <sys/types.h>

#include <filesystem>
#include <vector>

namespace referee {

/// Whether the system has a user of that number. Any thread may ask.
bool is_system_user(uid_t user);

/// The home folders of all users that the system lists, as it writes them. Any thread may ask.
std::vector<std::filesystem::path> home_folders();

}  // namespace referee
