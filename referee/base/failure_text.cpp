#include "referee/base/failure_text.h"

#include <new>

namespace referee {

std::string failure_text(const std::exception& error) {
  const bool memory = dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
  return memory ? "out of memory: the machine, or a limit of this process or its group, gives no more"
                : error.what();
}

}  // namespace referee
