#pragma once

#include <span>
#include <string_view>

/// Fuzz targets: each hands arbitrary bytes to one reader of text from outside, as the program would, and
/// checks what the reader promises for every text. libFuzzer makes the bytes (fuzzer.cpp), or a folder of
/// files has them (replay.cpp).
namespace fuzz {

/// Reads `input`. Exceptions that the reader documents are its answer to bad input; any other one leaves the
/// target and ends the process, as a broken promise() does.
#define TARGET(name) void name(std::string_view input);
#include "bench/fuzz/targets.def"
#undef TARGET

struct Target {
  std::string_view name;
  void (*read)(std::string_view input);
};

/// All targets, in the order of targets.def.
std::span<const Target> targets();

/// Ends the process, with `words` on standard error, unless the promise is kept.
void promise(bool kept, const char* words);

}  // namespace fuzz
