#include "referee/http/ready_response.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "referee/base/text.h"

namespace referee::web {
namespace {

constexpr std::string_view kCompressed = "-gz";  // behind the tag of the same bytes that are compressed

/// Sent with everything. Pages have scripts and styles of their own server only, and talk to nobody else.
/// They are framed by nobody, but for those that say so.
std::string policy_of(const HttpResponse& response) {
  const bool none = response.frame_script.empty();
  return "default-src 'none'; script-src 'self'" + (none ? "" : " " + response.frame_script) +
         (response.compiles ? " 'wasm-unsafe-eval'" : "") +
         "; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'" +
         (response.may_be_framed ? "" : "; frame-ancestors 'none'") +
         (none && !response.compiles ? "" : "; worker-src blob:");
}

/// Sent with everything, too.
constexpr std::string_view kSecurity =
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Permissions-Policy: camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), "
    "usb=()\r\n";

class Head {
 public:
  explicit Head(int status) {
    text_.reserve(1024);
    text_.append("HTTP/1.1 ")
        .append(std::to_string(status))
        .append(" ")
        .append(reason_of(status))
        .append("\r\n");
  }
  void add(std::string_view name, std::string_view value) {
    for (const std::string_view text : {name, value}) {
      if (text.find_first_of(std::string_view("\r\n\0", 3)) != std::string_view::npos) {
        throw std::invalid_argument("a header with a line break");
      }
    }
    text_.append(name).append(": ").append(value).append("\r\n");
  }
  std::string end() && { return std::move(text_.append(kSecurity).append("\r\n")); }

 private:
  std::string text_;
};

/// "Sun, 06 Nov 1994 08:49:37 GMT"; not by strftime, which speaks the language of the locale.
std::string date_text(SystemTime now) {
  constexpr std::array kDays = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  constexpr std::array kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                  "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  std::tm parts{};
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  ::gmtime_r(&seconds, &parts);
  const auto two = [](int number) { return (number < 10 ? "0" : "") + std::to_string(number); };
  return std::string(kDays.at(static_cast<std::size_t>(parts.tm_wday))) + ", " + two(parts.tm_mday) + " " +
         kMonths.at(static_cast<std::size_t>(parts.tm_mon)) + " " + std::to_string(parts.tm_year + 1900) +
         " " + two(parts.tm_hour) + ":" + two(parts.tm_min) + ":" + two(parts.tm_sec) + " GMT";
}

std::string quoted_tag(std::string_view tag, bool compressed) {
  return '"' + std::string(tag) + std::string(compressed ? kCompressed : "") + '"';
}

bool is_letter_or_digit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_in_file_name(char c) { return is_letter_or_digit(c) || c == '.' || c == '-' || c == '_'; }

/// `connection`: what the client is told of it, or "".
void add_common(Head& head, const HttpResponse& response, std::string_view connection, SystemTime now) {
  head.add("Date", date_text(now));
  head.add("Cache-Control", response.topic != nullptr ? "no-store" : response.cache_control);
  for (const auto& [name, value] : response.headers) {
    head.add(name, value);
  }
  if (!connection.empty()) {
    head.add("Connection", connection);
  }
  head.add("Content-Security-Policy", policy_of(response));
}

ReadyResponse event_stream(const HttpResponse& response, SystemTime now) {
  ReadyResponse ready;
  Head head(200);
  add_common(head, response, "close", now);
  head.add("Content-Type", "text/event-stream");
  head.add("X-Accel-Buffering", "no");  // nginx would keep events back
  ready.head = std::move(head).end();
  ready.keep_alive = false;
  return ready;
}

}  // namespace

bool matches_tag(std::string_view if_none_match, std::string_view tag) {
  if (tag.empty()) {
    return false;
  }
  while (!if_none_match.empty()) {
    const std::size_t comma = std::min(if_none_match.find(','), if_none_match.size());
    std::string_view element = if_none_match.substr(0, comma);
    if_none_match.remove_prefix(std::min(comma + 1, if_none_match.size()));
    element.remove_prefix(std::min(element.find_first_not_of(" \t"), element.size()));
    element = element.substr(0, element.find_last_not_of(" \t") + 1);
    if (element.starts_with("W/")) {
      element.remove_prefix(2);
    }
    if (element == "*" || element == quoted_tag(tag, false) || element == quoted_tag(tag, true)) {
      return true;
    }
  }
  return false;
}

std::string disposition_of(std::string_view file_name) {
  std::string clean = printable(file_name, kShownText);
  std::ranges::replace_if(
      clean, [](char c) { return c == '/' || c == '\\' || c == ':'; }, '_');
  if (clean.empty() || clean.front() == '.') {
    clean.insert(0, "_");
  }
  std::string plain;
  std::string encoded;
  for (const char c : clean) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(c);
    plain += is_in_file_name(c) ? c : '_';
    encoded +=
        is_in_file_name(c) ? std::string(1, c) : std::string{'%', kDigits[byte / 16], kDigits[byte % 16]};
  }
  return "attachment; filename=\"" + plain + "\"" + (plain == clean ? "" : "; filename*=UTF-8''" + encoded);
}

ReadyResponse ready_response(const HttpRequest& request, const HttpResponse& response, SystemTime now) {
  if (response.topic != nullptr) {
    return event_stream(response, now);
  }
  const bool has_tag =
      response.status == 200 && response.body != nullptr && response.cache_control != "no-store";
  ReadyResponse ready;
  ready.keep_alive = request.keep_alive;
  ready.status = has_tag && matches_tag(request.if_none_match, response.body->tag()) ? 304 : response.status;
  Head head(ready.status);
  const std::string_view kept = request.http_1_0 ? "keep-alive" : "";  // a client of HTTP/1.1 expects it
  add_common(head, response, ready.keep_alive ? kept : "close", now);
  const auto compressed =
      response.body != nullptr && request.accepts_gzip ? response.body->gzipped() : nullptr;
  if (response.body != nullptr) {
    head.add("Vary", "Accept-Encoding");
  }
  if (has_tag) {
    head.add("ETag", quoted_tag(response.body->tag(), compressed != nullptr));
  }
  if (ready.status != 304) {
    if (response.body != nullptr) {
      head.add("Content-Type", response.content_type);
      ready.body = compressed != nullptr ? compressed : response.body->bytes();
    }
    if (compressed != nullptr) {
      head.add("Content-Encoding", "gzip");
    }
    if (!response.download_name.empty()) {
      head.add("Content-Disposition", disposition_of(response.download_name));
    }
    head.add("Content-Length", std::to_string(ready.body == nullptr ? 0 : ready.body->size()));
  }
  if (request.head) {
    ready.body = nullptr;
  }
  ready.head = std::move(head).end();
  return ready;
}

}  // namespace referee::web
