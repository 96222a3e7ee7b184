#include "referee/rules/rules_trace.h"

#include <spdlog/spdlog.h>

#include <sstream>

#include "referee/base/text_block.h"

namespace referee::rules {
namespace {

constexpr std::size_t kTail = 4096;  // bytes of a text in the log

}  // namespace

/// A message of the log is one line, so that nothing from outside can look like another message.
void log_trace(const std::string& head, const std::string& text) {
  if (text.find_last_not_of("\r\n") < text.find('\n') || text.empty()) {
    return;
  }
  spdlog::warn("{}:", head);
  std::istringstream block(text_block(tail_of(text, kTail)));
  for (std::string line; std::getline(block, line);) {
    spdlog::warn("{}", line);
  }
}

}  // namespace referee::rules
