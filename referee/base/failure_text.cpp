#include "referee/base/failure_text.h"

#include <new>

#include "protocol/require.h"

namespace referee {

std::string failure_text(const std::exception& error) {
  const bool memory = dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
  return memory ? "out of memory: the machine, or a limit of this process or its group, gives no more"
                : error.what();
}

std::string failure_text(const std::exception_ptr& failure) {
  REQUIRE(failure != nullptr);
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& error) {
    return failure_text(error);
  } catch (...) {
    return "an exception of an unknown kind";
  }
}

}  // namespace referee
