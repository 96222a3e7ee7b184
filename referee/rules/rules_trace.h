#pragma once

#include <string>

namespace referee::rules {

/// Logs, as a warning, what a program of rules has said in several lines, each as a line of its own behind
/// `head`; nothing of a single line, which messages have already. Any thread.
void log_trace(const std::string& head, const std::string& text);

}  // namespace referee::rules
