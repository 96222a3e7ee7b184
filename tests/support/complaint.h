#pragma once

#include <stdexcept>
#include <string>

namespace test_support {

/// What the std::invalid_argument says that `call` throws; "" if it throws none.
template <class Call>
std::string complaint(Call call) {
  try {
    call();
  } catch (const std::invalid_argument& wrong) {
    return wrong.what();
  }
  return "";
}

}  // namespace test_support
