#include "referee/process/probe.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>

#include "referee/base/file_descriptor.h"
#include "referee/base/printable.h"
#include "referee/process/confined_start.h"
#include "referee/process/process.h"

namespace referee {
namespace {

constexpr std::size_t kShownComplaint = 300;  // bytes of what a program complains about

std::string read_all(int fd) {
  std::string text;
  std::array<char, 1024> chunk{};
  for (ssize_t size = 1; size > 0;) {
    size = ::read(fd, chunk.data(), chunk.size());
    text.append(chunk.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
  }
  return text;
}

}  // namespace

std::string probe(const Cell& cell) {
  const FileDescriptor null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  Pipe pipe = make_pipe();
  ConfinedSpawn spawned = spawn_confined(cell, null.get(), null.get(), pipe.write.get());
  pipe.write = FileDescriptor();
  ControlWords words;
  while (words.take(receive_control(spawned.control.get()).value())) {
  }
  std::string complaint = words.failure().empty() ? read_all(pipe.read.get()) : words.failure();
  int status = 0;
  ::waitpid(spawned.pid, &status, 0);
  if (words.inner() > 0) {
    ::waitpid(words.inner(), nullptr, 0);  // ours by now, if its parent was the first to end
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
    return "";
  }
  while (complaint.ends_with('\n')) {
    complaint.pop_back();
  }
  return complaint.empty() ? "a program that was tried did not run" : printable(complaint, kShownComplaint);
}

}  // namespace referee
