#include "referee/cli/logging.h"

#include <spdlog/logger.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <cstdio>
#include <map>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "referee/base/text.h"

namespace referee {
namespace {

constexpr char kMessage = '*';  // in a pattern: the message; spdlog's own %v does not escape
constexpr const char* kText = "%Y-%m-%dT%H:%M:%S.%eZ [%^%l%$] %*";
constexpr const char* kJson = R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l","message":%*})";

void append(std::string_view text, spdlog::memory_buf_t& out) {
  out.append(text.data(), text.data() + text.size());
}

class EscapedMessage final : public spdlog::custom_flag_formatter {
 public:
  void format(const spdlog::details::log_msg& message, const std::tm&, spdlog::memory_buf_t& out) override {
    append(escaped({message.payload.data(), message.payload.size()}), out);
  }
  std::unique_ptr<spdlog::custom_flag_formatter> clone() const override {
    return std::make_unique<EscapedMessage>();
  }
};

class JsonMessage final : public spdlog::custom_flag_formatter {
 public:
  void format(const spdlog::details::log_msg& message, const std::tm&, spdlog::memory_buf_t& out) override {
    const nlohmann::json text(std::string_view(message.payload.data(), message.payload.size()));
    // ASCII only, because people read logs on terminals, too.
    append(text.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace), out);
  }
  std::unique_ptr<spdlog::custom_flag_formatter> clone() const override {
    return std::make_unique<JsonMessage>();
  }
};

spdlog::sink_ptr sink_of(const LogSpec& spec) {
  if (spec.file.empty()) {
    return std::make_shared<spdlog::sinks::stderr_color_sink_mt>();
  }
  try {
    return std::make_shared<spdlog::sinks::basic_file_sink_mt>(spec.file);
  } catch (const spdlog::spdlog_ex& error) {
    throw std::invalid_argument("--log-file: got " + spec.file +
                                ", expected a file to write to: " + error.what());
  }
}

/// In place of spdlog's own words for a line that it could not write. Takes no memory.
void tell_lost_line(const std::string& why) {
  const bool memory = why == "std::bad_alloc";
  std::fputs("a line of the log could not be written: ", stderr);
  std::fputs(memory ? "out of memory" : why.c_str(), stderr);
  std::fputs("\n", stderr);
}

}  // namespace

std::unique_ptr<spdlog::formatter> log_formatter(LogSpec::Format format) {
  auto formatter = std::make_unique<spdlog::pattern_formatter>(spdlog::pattern_time_type::utc);
  if (format == LogSpec::Format::json) {
    formatter->add_flag<JsonMessage>(kMessage).set_pattern(kJson);
  } else {
    formatter->add_flag<EscapedMessage>(kMessage).set_pattern(kText);
  }
  return formatter;
}

void set_up_logging(const LogSpec& spec) {
  auto logger = std::make_shared<spdlog::logger>("referee", sink_of(spec));
  logger->set_level(spec.level);
  logger->set_error_handler(tell_lost_line);
  logger->set_formatter(log_formatter(spec.format));
  logger->flush_on(spdlog::level::trace);  // after a crash the last lines matter most
  spdlog::set_default_logger(std::move(logger));
}

void add_log_options(CLI::App& command, LogSpec& spec) {
  const std::map<std::string, LogSpec::Format> formats{{"text", LogSpec::Format::text},
                                                       {"json", LogSpec::Format::json}};
  const std::map<std::string, spdlog::level::level_enum> levels{
      {"trace", spdlog::level::trace},  {"debug", spdlog::level::debug}, {"info", spdlog::level::info},
      {"warning", spdlog::level::warn}, {"error", spdlog::level::err},   {"off", spdlog::level::off}};
  command.add_option("--log-format", spec.format, "text or json, one object a line; default: text")
      ->transform(CLI::CheckedTransformer(formats).description(""))
      ->type_name("FORMAT");
  command.add_option("--log-level", spec.level, "trace, debug, info, warning, error or off; default: info")
      ->transform(CLI::CheckedTransformer(levels).description(""))
      ->type_name("LEVEL");
  command.add_flag_callback(
      "--verbose", [&spec] { spec.level = spdlog::level::debug; },
      "Log more, such as how good the tables of each round are: --log-level debug");
  command.add_option("--log-file", spec.file, "Log is appended here; default: standard error")
      ->type_name("FILE");
}

}  // namespace referee
