#include "referee/process/inside/execution.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string_view>

namespace referee {
namespace {

constexpr std::string_view kPath = "/usr/local/bin:/usr/bin:/bin";  // where PATH is not set

bool is_file(const std::string& place) {
  struct stat status {};
  return ::stat(place.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

}  // namespace

bool is_of_program(int error) { return error == ENOENT || error == EACCES || error == ENOEXEC; }

std::vector<std::string> places_of(const std::string& program) {
  if (program.empty() || program.find('/') != std::string::npos) {
    return {program};
  }
  const char* const set = std::getenv("PATH");
  std::string_view path = set == nullptr ? kPath : set;
  std::vector<std::string> places;
  for (bool more = true; more;) {
    const std::size_t end = path.find(':');
    const std::string_view folder = path.substr(0, end);
    places.push_back((folder.empty() ? "." : std::string(folder)) + "/" + program);
    more = end != std::string_view::npos;
    path.remove_prefix(more ? end + 1 : path.size());
  }
  return places;
}

int execute(const std::vector<std::string>& places, const std::vector<char*>& words,
            char* const* environment) {
  int error = ENOENT;
  for (const std::string& place : places) {
    ::execve(place.c_str(), words.data(), environment);
    if (errno == EACCES && place != words.front() && !is_file(place)) {
      continue;
    }
    if (errno != ENOENT && errno != ENOTDIR) {
      error = errno;
    }
    if (error != ENOENT && error != EACCES) {
      break;
    }
  }
  return error;
}

}  // namespace referee
