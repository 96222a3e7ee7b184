#include "referee/net/line_trace.h"

#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <system_error>
#include <utility>
#include <variant>

#include <nlohmann/json.hpp>

#include "protocol/json_writer.h"
#include "protocol/parse.h"
#include "protocol/server.h"
#include "referee/base/text.h"
#include "referee/base/unicode/unicode.h"
#include "referee/base/units.h"

namespace referee {
namespace {

using Json = nlohmann::json;
using protocol::LineWriter;

/// "12.345678": seconds with six decimals, "-0.000012" before the beginning.
std::string seconds_text(Microseconds time) {
  std::array<char, 32> text{};
  const std::int64_t count = time.count();
  const std::int64_t size = count < 0 ? -count : count;
  const int length =
      std::snprintf(text.data(), text.size(), "%s%lld.%06lld", count < 0 ? "-" : "",
                    static_cast<long long>(size / 1'000'000), static_cast<long long>(size % 1'000'000));
  return {text.data(), static_cast<std::size_t>(length)};
}

/// "2026-11-23T09:30:00.123456Z"
std::string utc_microseconds(SystemTime time) {
  const std::int64_t since_epoch = whole_microseconds(time.time_since_epoch()).count();
  const std::time_t seconds = since_epoch / 1'000'000;
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  std::array<char, 64> text{};
  const std::size_t size = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &parts);
  return std::string(text.data(), size) + "." +
         std::to_string(1'000'000 + since_epoch % 1'000'000).substr(1) + "Z";
}

void put_label(LineWriter& out, const TraceLabel& label, int connection) {
  if (label.seat) {
    out.field("seat", *label.seat);
  }
  if (!label.bot.empty()) {
    out.field("bot", label.bot);
  }
  if (!label.match.empty()) {
    out.field("match", label.match);
  }
  if (connection > 0) {
    out.field("connection", connection);
  }
}

/// Whether the text of a line that is JSON can stand in a line of a file as it is.
bool fits_as_it_is(std::string_view json) {
  return std::ranges::none_of(json, [](char c) { return c == '\r' || c == '\n'; });
}

std::string hex_of(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    text.push_back(kDigits[value >> 4U]);
    text.push_back(kDigits[value & 15U]);
  }
  return text;
}

/// A line that is no JSON. REQUIRES: it has no secrets.
void put_text(LineWriter& out, std::string_view text) {
  const bool cut = text.size() > LineTrace::kMaxText;
  const auto shown = text.substr(0, LineTrace::kMaxText);
  out.field("text", shown);
  if (cut) {
    out.field("bytes", text.size());
  }
  if (!unicode::decoded(text)) {
    out.field("hex", hex_of(text.substr(0, LineTrace::kMaxHex)));
  }
}

void put_line(LineWriter& out, std::string_view line, SecretMask& mask) {
  auto parsed = protocol::parse_line(line);
  auto* const json = std::get_if<Json>(&parsed);
  if (json == nullptr || line.starts_with(unicode::kByteOrderMark)) {  // the parser skips it, others do not
    put_text(out, mask.masked(line));
    return;
  }
  const bool masked = mask.mask(*json);
  if (masked || !fits_as_it_is(line)) {
    out.json("line", *json);
  } else {
    out.raw("line", line);
  }
}

}  // namespace

LineTrace::LineTrace(const Clock& clock, std::filesystem::path file, std::string_view command)
    : clock_(clock),
      file_(std::move(file)),
      // A pipe that nobody reads must not keep a match waiting.
      fd_(::open(file_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC,
                 0600)),
      began_(clock.now()) {
  if (fd_.get() < 0) {
    throw std::system_error(errno, std::generic_category(), file_.string());
  }
  LineWriter out;
  out.raw("t", seconds_text(Microseconds{0})).field("event", "trace").field("version", kVersion);
  out.field("began", utc_microseconds(clock.utc()));
  out.field("program", std::string(protocol::kServer)).field("command", command);
  append(out.take());
}

void LineTrace::write(const Line& line, const TraceLabel& label, int connection) {
  if (fd_.get() < 0) {
    return;
  }
  LineWriter out;
  out.raw("t", seconds_text(whole_microseconds(line.at - began_)));
  out.field("dir", line.direction == Direction::to_bot ? "to_bot" : "from_bot");
  put_label(out, label, connection);
  if (line.unsent > 0) {
    out.field("unsent", line.unsent);
  }
  for (const auto& [key, holds] :
       {std::pair("oversize", line.oversize), std::pair("ignored", line.ignored)}) {
    if (holds) {
      out.field(std::string_view(key), true);
    }
  }
  if (!line.passed_on) {
    out.field("passed_on", false);
  }
  if (line.oversize) {
    put_text(out, mask_.masked(line.text));  // the beginning of a line may be JSON by chance
  } else {
    put_line(out, line.text, mask_);
  }
  append(out.take());
}

void LineTrace::write_event(std::string_view event, const TraceLabel& label, int connection, Json details) {
  if (fd_.get() < 0) {
    return;
  }
  LineWriter out;
  out.raw("t", seconds_text(whole_microseconds(clock_.now() - began_)));
  out.field("event", event);
  put_label(out, label, connection);
  mask_.mask(details);
  for (const auto& [key, value] : details.items()) {
    out.json(std::string_view(key), value);
  }
  append(out.take());
}

void LineTrace::write_event(std::string_view event, Json details) {
  write_event(event, {}, 0, std::move(details));
}

void LineTrace::append(std::string line) {
  line = escaped_json(std::move(line));
  line.push_back('\n');
  std::string_view rest = line;
  while (!rest.empty()) {
    const ssize_t written = ::write(fd_.get(), rest.data(), rest.size());
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written < 0) {
      give_up(errno);
      return;
    }
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  size_ += static_cast<std::int64_t>(line.size());
}

/// What is in the file stays, in whole lines.
void LineTrace::give_up(int error) {
  const bool cut = ::ftruncate(fd_.get(), size_) == 0;  // not of a pipe or a device
  fd_ = FileDescriptor();
  spdlog::warn("the trace {} ends here: {}{}; play goes on", file_.string(),
               std::generic_category().message(error), cut ? "" : " (its last line may be incomplete)");
}

}  // namespace referee
