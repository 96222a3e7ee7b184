#pragma once

#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <sstream>
#include <string>
#include <utility>

namespace test_support {

/// What is logged while it lives, on any thread.
class CapturedLog {
 public:
  CapturedLog() {
    spdlog::set_default_logger(
        std::make_shared<spdlog::logger>("capture", std::make_shared<spdlog::sinks::ostream_sink_mt>(text_)));
  }
  ~CapturedLog() { spdlog::set_default_logger(before_); }
  CapturedLog(const CapturedLog&) = delete;
  CapturedLog& operator=(const CapturedLog&) = delete;

  std::string text() const { return text_.str(); }
  /// What was logged since the last call.
  std::string take() { return std::exchange(text_, std::ostringstream()).str(); }

 private:
  std::ostringstream text_;
  const std::shared_ptr<spdlog::logger> before_ = spdlog::default_logger();
};

}  // namespace test_support
