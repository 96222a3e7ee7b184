// The least that any server does at its start: binds, listens, prints its address, and waits until it is
// killed.
#include <unistd.h>

#include <cstdio>

#include "bench/sockets.h"

int main() {
  std::printf("listening on 127.0.0.1:%d\n", bench::listen_anywhere().second);
  std::fflush(stdout);
  ::pause();
}
