#include "referee/command/browser.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string>

#include "referee/process/spawn.h"

namespace referee {
namespace {

bool has_desktop() {
  for (const char* const name : {"WAYLAND_DISPLAY", "DISPLAY"}) {
    const char* const value = std::getenv(name);
    if (value != nullptr && *value != '\0') {
      return true;
    }
  }
  return false;
}

}  // namespace

/// xdg-open ends as soon as it has handed the page over.
bool open_in_browser(const std::filesystem::path& page) {
  if (!has_desktop()) {
    return false;
  }
  std::string program = "xdg-open";
  std::string file = std::filesystem::absolute(page).string();
  std::array<char*, 3> arguments{program.data(), file.data(), nullptr};
  pid_t opener = 0;
  if (::posix_spawnp(&opener, program.c_str(), nullptr, nullptr, arguments.data(), environ) != 0) {
    return false;
  }
  const int status = wait_for_end(opener);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace referee
