#pragma once

#include <spdlog/common.h>
#include <spdlog/formatter.h>

#include <memory>
#include <string>

#include <CLI/App.hpp>

namespace referee {

/// How the program logs what happens to it.
struct LogSpec {
  enum class Format { text, json };
  Format format = Format::text;
  spdlog::level::level_enum level = spdlog::level::info;
  std::string file;  ///< appended to; empty: standard error
};

/// One line a message, with times in UTC. A message may hold any bytes, text of bots included, and cannot
/// forge a line or a field: text is escaped (base/text.h), JSON is
/// {"time":"2026-11-20T08:00:00.000Z","level":"info","message":"..."}.
std::unique_ptr<spdlog::formatter> log_formatter(LogSpec::Format format);

/// Replaces spdlog's default logger. Throws std::invalid_argument, naming the file, if it cannot be opened.
void set_up_logging(const LogSpec& spec);

/// Adds --log-format, --log-level, --verbose and --log-file. `spec` must outlive the parsing.
void add_log_options(CLI::App& command, LogSpec& spec);

}  // namespace referee
