#include "referee/net/silence.h"

namespace referee {
namespace {

constexpr int kBusyPercent = 80;  // of the time: a program that waits for anything uses less

}  // namespace

std::string why_silent(std::string_view unfinished, Microseconds computed, Milliseconds waited) {
  if (!unfinished.empty()) {
    return std::to_string(unfinished.size()) + " bytes came, and no newline after them: a line ends with \\n";
  }
  if (waited.count() > 0 && computed * 100 >= waited * kBusyPercent) {
    return "it computed all that time (" +
           std::to_string(std::chrono::duration_cast<Milliseconds>(computed).count()) +
           " ms of processor time): an endless loop?";
  }
  return "did you flush?";
}

}  // namespace referee
