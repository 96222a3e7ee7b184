#pragma once

#include <stdexcept>
#include <string>

namespace test_support {

/// The text of the Exception that `call` throws; "accepted" if it throws none.
template <class Exception = std::invalid_argument, class Call>
std::string complaint(Call call) {
  try {
    call();
  } catch (const Exception& wrong) {
    return wrong.what();
  }
  return "accepted";
}

}  // namespace test_support
