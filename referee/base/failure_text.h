#pragma once

#include <exception>
#include <string>

namespace referee {

/// What went wrong, for the operator: what the exception says, and words in place of the name
/// "std::bad_alloc".
std::string failure_text(const std::exception& error);
/// The text of a failure that was kept. REQUIRES: not null.
std::string failure_text(const std::exception_ptr& failure);

}  // namespace referee
