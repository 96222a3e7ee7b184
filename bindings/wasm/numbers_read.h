#pragma once

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>
#include <system_error>
#include <version>

// Reading of numbers with a point, which libc++ 13 lacks: the form that std::from_chars takes.
#if defined(_LIBCPP_VERSION) && !defined(__cpp_lib_to_chars)

namespace std {

inline from_chars_result from_chars(const char* first, const char* last, double& value) {
  const string text(first, last);
  if (text.empty() || text.find_first_not_of("0123456789+-.eE") != string::npos || text[0] == '+') {
    return {first, errc::invalid_argument};
  }
  char* end = nullptr;
  const double read = strtod(text.c_str(), &end);
  if (end == text.c_str()) {
    return {first, errc::invalid_argument};
  }
  if (!isfinite(read)) {
    return {first + (end - text.c_str()), errc::result_out_of_range};
  }
  value = read;
  return {first + (end - text.c_str()), errc{}};
}

}  // namespace std

#endif
