#include <cstdio>
#include <cstdlib>

#include "bench/fuzz/targets.h"

namespace fuzz {

void promise(bool kept, const char* words) {
  if (!kept) {
    std::fprintf(stderr, "broken promise: %s\n", words);
    std::abort();
  }
}

}  // namespace fuzz
