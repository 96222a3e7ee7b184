#include "referee/base/file_descriptor.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <system_error>

namespace referee {

void write_all(const FileDescriptor& file, std::string_view text, const std::filesystem::path& path) {
  while (!text.empty()) {
    const ssize_t size = ::write(file.get(), text.data(), text.size());
    if (size < 0 && errno != EINTR) {
      throw_cannot("write", path);
    }
    text.remove_prefix(size < 0 ? 0 : static_cast<std::size_t>(size));
  }
}

void throw_errno(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

void set_nonblocking(int fd) {
  const int flags = ::fcntl(fd, F_GETFL);
  if (flags < 0 || ::fcntl(fd, F_SETFL, flags | O_NONBLOCK) != 0 || ::fcntl(fd, F_SETFD, FD_CLOEXEC) != 0) {
    throw_errno("O_NONBLOCK");
  }
}

void throw_cannot(const char* what, const std::filesystem::path& path) {
  throw std::system_error(errno, std::generic_category(),
                          std::string("cannot ") + what + " " + path.string());
}

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw_errno("pipe");
  }
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

}  // namespace referee
