#include "referee/process/inside/runtime_bounds.h"

#include <array>
#include <cstdio>

namespace referee {
namespace {

constexpr std::int64_t kBytesAMib = 1024 * 1024;

std::string hexadecimal(std::int64_t number) {
  std::array<char, 17> digits{};
  (void)std::snprintf(digits.data(), digits.size(), "%llx", static_cast<unsigned long long>(number));
  return digits.data();
}

}  // namespace

std::vector<std::string> runtime_bounds(std::int64_t memory_mib) {
  if (memory_mib <= 0) {
    return {};
  }
  const std::int64_t heap_mib = memory_mib * 3 / 4;
  const std::string heap = std::to_string(heap_mib);
  // MaxRAM: the JVM commits 1/64 of what it takes for the machine's memory at its start.
  return {"JAVA_TOOL_OPTIONS=-XX:MaxRAM=" + std::to_string(memory_mib) + "m -Xmx" + heap + "m",
          "NODE_OPTIONS=--max-old-space-size=" + heap, "GOMEMLIMIT=" + heap + "MiB",
          "DOTNET_GCHeapHardLimit=" + hexadecimal(heap_mib * kBytesAMib),
          "MONO_GC_PARAMS=max-heap-size=" + heap + "m"};
}

}  // namespace referee
