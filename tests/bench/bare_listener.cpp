// The least that a server does before it is there: binds, listens, says so, and waits to be killed.
#include <unistd.h>

#include <cstdio>

#include "tests/bench/sockets.h"

int main() {
  std::printf("listening on 127.0.0.1:%d\n", bench::listen_anywhere().second);
  std::fflush(stdout);
  ::pause();
}
