#include "referee/command/standard_output.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <iostream>
#include <system_error>

#include "referee/base/text_table.h"
#include "referee/command/exit_codes.h"

namespace referee {

std::size_t output_width() {
  winsize size{};
  const bool known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : TextTable::kUnbounded;
}

int with_written_output(int code) {
  errno = 0;
  std::cout.flush();
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && std::cout) {
    return code;
  }
  int first_error = errno;
  if (first_error == 0) {  // an earlier write has failed: why, the next one says
    std::clearerr(stdout);
    std::fputc('\n', stdout);
    std::fflush(stdout);
    first_error = errno == 0 ? EIO : errno;
  }
  if (first_error == EPIPE) {
    return code;
  }
  std::cerr << "referee: standard output cannot be written, and lacks a part: "
            << std::generic_category().message(first_error) << "\n";
  return code == exit_code::kDone ? exit_code::kInfrastructure : code;
}

}  // namespace referee
