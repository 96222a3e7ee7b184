#pragma once

namespace test_support {

/// How many random cases a test tries: `shipped` of them on the build that is shipped, `sanitized` (at least
/// 1) with sanitizers, where each takes some ten times as long and a fault of memory shows in fewer.
constexpr int random_cases(int shipped, int sanitized) {
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  (void)shipped;
  return sanitized;
#else
  (void)sanitized;
  return shipped;
#endif
}

}  // namespace test_support
