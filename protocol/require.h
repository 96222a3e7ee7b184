#pragma once

#include <stdexcept>

namespace protocol {

/// A condition on which the code relies does not hold: a fault of ours, and never one of a bot, a file or a
/// person. It voids the attempt that it happens in, or else the order.
class FailedRequirement : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// Throws FailedRequirement: "a fault of the referee: referee/match/match.cpp:53: CONDITION does not hold".
[[noreturn]] void fail_requirement(const char* condition, const char* file, int line);

}  // namespace protocol

/// Throws protocol::FailedRequirement unless the condition holds, in every build, the one that is shipped
/// included. Asking takes constant time and changes nothing. Not for a destructor, a signal handler, or
/// between fork and exec: nothing may be thrown there.
#define REQUIRE(...) \
  ((__VA_ARGS__) ? static_cast<void>(0) : ::protocol::fail_requirement(#__VA_ARGS__, __FILE__, __LINE__))
