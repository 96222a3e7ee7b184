#include "referee/base/system_users.h"

#include <pwd.h>

#include <cerrno>
#include <mutex>
#include <string>

namespace referee {

bool is_system_user(uid_t user) {
  constexpr std::size_t kUsual = 1024;
  constexpr std::size_t kMost = 1024 * 1024;
  passwd entry{};
  passwd* found = nullptr;
  int error = ERANGE;
  for (std::size_t size = kUsual; error == ERANGE && size <= kMost; size *= 2) {
    std::string text(size, '\0');
    error = ::getpwuid_r(user, &entry, text.data(), text.size(), &found);
  }
  return found != nullptr || error == ERANGE;  // one whose entry is that long exists
}

std::vector<std::filesystem::path> home_folders() {
  static std::mutex one_at_a_time;  // who lists them has one place in the list, of the whole process
  const std::lock_guard lock(one_at_a_time);
  std::vector<std::filesystem::path> homes;
  ::setpwent();
  for (const passwd* user = ::getpwent(); user != nullptr; user = ::getpwent()) {
    homes.emplace_back(user->pw_dir);
  }
  ::endpwent();
  return homes;
}

}  // namespace referee
