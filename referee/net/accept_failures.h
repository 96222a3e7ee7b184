#pragma once

#include <spdlog/spdlog.h>

#include <string>
#include <utility>

#include <boost/system/error_code.hpp>

#include "referee/base/units.h"

namespace referee {

/// Failures of one accept loop, which come again until a descriptor is free: each kind is logged once, and
/// that it is over.
class AcceptFailures {
 public:
  /// The time until accept() is tried again.
  static constexpr Milliseconds kPause{100};

  /// `what`: of which socket, for the log.
  explicit AcceptFailures(std::string what) : what_(std::move(what)) {}

  void failed(const boost::system::error_code& error) {
    if (error != last_) {
      spdlog::warn("{}: {}; trying again until it works", what_, error.message());
      last_ = error;
    }
  }
  void accepted() {
    if (last_) {
      spdlog::info("{}: connections are accepted again", what_);
      last_ = {};
    }
  }

 private:
  std::string what_;
  boost::system::error_code last_;  // none: the last call has worked
};

}  // namespace referee
