// Linked into librules.so alone, so that it runs with each glibc since 2.17: what the C++ library's archive
// and our objects take from a glibc that is newer. Nobody else sees these functions (rules.map), and the
// library calls them itself.

#include <pthread.h>
#include <sched.h>
#include <sys/random.h>
#include <sys/single_threaded.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

extern "C" {

// Since 2.32. False: counts of references are always changed atomically.
char __libc_single_threaded = 0;

// In 2.25. For std::random_device, from whose seeds no rule draws.
int getentropy(void* buffer, std::size_t size) {
  return ::syscall(SYS_getrandom, buffer, size, 0) == static_cast<long>(size) ? 0 : -1;
}

// Since 2.36.
std::uint32_t arc4random() {
  std::uint32_t drawn = 0;
  if (getentropy(&drawn, sizeof drawn) != 0) {
    std::abort();
  }
  return drawn;
}

// Before 2.34 in libpthread, which a program need not have. For the locales of the C++ library, whose
// routines throw nothing.
int pthread_once(pthread_once_t* control, void (*routine)()) {
  constexpr int kRuns = 1;
  constexpr int kDone = 2;
  const std::atomic_ref<int> state(*control);
  int none = PTHREAD_ONCE_INIT;
  if (state.compare_exchange_strong(none, kRuns)) {
    routine();
    state.store(kDone);
  }
  while (state.load() != kDone) {
    ::sched_yield();
  }
  return 0;
}

}  // extern "C"
