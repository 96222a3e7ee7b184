/// The entry of libFuzzer's main(): one program for each target, which FUZZ_TARGET names.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "bench/fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::FUZZ_TARGET({reinterpret_cast<const char*>(data), size});
  return 0;
}
