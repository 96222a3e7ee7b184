#pragma once

#include <cstddef>
#include <tuple>

// For a file that defines functions of a shared library anew: each loads the library when the first of them
// is called, and calls the library's own. Programs are linked with such a file in place of the library, so
// that those who need nothing of it do not wait for it, and for all that it needs itself, at each start.

namespace late {

/// A shared library that is loaded once, and stays.
class Library {
 public:
  /// `file`: as the dynamic linker finds it, with the number of its interface: "libpq.so.5".
  explicit constexpr Library(const char* file) : file_(file) {}
  /// Thread-safe. Throws std::runtime_error if there is no such library, or it has no such function.
  void* function(const char* name);

 private:
  const char* file_;
};

template <class F>
struct Signature;
template <class R, class... A>
struct Signature<R(A...)> {
  using Result = R;
  template <std::size_t I>
  using Argument = std::tuple_element_t<I, std::tuple<A...>>;
};

template <class F>
using Result = typename Signature<F>::Result;
template <class F, std::size_t I>
using Argument = typename Signature<F>::template Argument<I>;

}  // namespace late

/// LATE_N(NAME): defines NAME, which the library's header declares with N arguments. A `Library library` is
/// in scope.
#define LATE_FUNCTION(name, parameters, arguments)                                           \
  extern "C" late::Result<decltype(name)> name parameters {                                  \
    static auto* const kLoaded = reinterpret_cast<decltype(&name)>(library.function(#name)); \
    return kLoaded arguments;                                                                \
  }
#define LATE_ARGUMENT(name, i) late::Argument<decltype(name), i>
#define LATE_0(name) LATE_FUNCTION(name, (), ())
#define LATE_1(name) LATE_FUNCTION(name, (LATE_ARGUMENT(name, 0) a), (a))
#define LATE_2(name) LATE_FUNCTION(name, (LATE_ARGUMENT(name, 0) a, LATE_ARGUMENT(name, 1) b), (a, b))
#define LATE_3(name)                                                                                  \
  LATE_FUNCTION(name, (LATE_ARGUMENT(name, 0) a, LATE_ARGUMENT(name, 1) b, LATE_ARGUMENT(name, 2) c), \
                (a, b, c))
#define LATE_4(name)                                                                           \
  LATE_FUNCTION(name,                                                                          \
                (LATE_ARGUMENT(name, 0) a, LATE_ARGUMENT(name, 1) b, LATE_ARGUMENT(name, 2) c, \
                 LATE_ARGUMENT(name, 3) d),                                                    \
                (a, b, c, d))
#define LATE_5(name)                                                                           \
  LATE_FUNCTION(name,                                                                          \
                (LATE_ARGUMENT(name, 0) a, LATE_ARGUMENT(name, 1) b, LATE_ARGUMENT(name, 2) c, \
                 LATE_ARGUMENT(name, 3) d, LATE_ARGUMENT(name, 4) e),                          \
                (a, b, c, d, e))
#define LATE_7(name)                                                                           \
  LATE_FUNCTION(name,                                                                          \
                (LATE_ARGUMENT(name, 0) a, LATE_ARGUMENT(name, 1) b, LATE_ARGUMENT(name, 2) c, \
                 LATE_ARGUMENT(name, 3) d, LATE_ARGUMENT(name, 4) e, LATE_ARGUMENT(name, 5) f, \
                 LATE_ARGUMENT(name, 6) g),                                                    \
                (a, b, c, d, e, f, g))
#define LATE_8(name)                                                                           \
  LATE_FUNCTION(name,                                                                          \
                (LATE_ARGUMENT(name, 0) a, LATE_ARGUMENT(name, 1) b, LATE_ARGUMENT(name, 2) c, \
                 LATE_ARGUMENT(name, 3) d, LATE_ARGUMENT(name, 4) e, LATE_ARGUMENT(name, 5) f, \
                 LATE_ARGUMENT(name, 6) g, LATE_ARGUMENT(name, 7) h),                          \
                (a, b, c, d, e, f, g, h))
