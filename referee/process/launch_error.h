#pragma once

#include <system_error>

namespace referee {

/// A bot's command that cannot be started: the mistake of whoever wrote the command.
class LaunchError : public std::system_error {
 public:
  using std::system_error::system_error;
};

}  // namespace referee
