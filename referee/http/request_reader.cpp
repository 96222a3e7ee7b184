#include "referee/http/request_reader.h"

#include <algorithm>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/rfc7230.hpp>

#include "referee/http/header_text.h"
#include "referee/http/request_target.h"

namespace referee::web {
namespace {

namespace beast = boost::beast;
namespace http = boost::beast::http;

constexpr std::size_t kLongestTarget = 4096;
constexpr std::string_view kEmptyLine = "\r\n\r\n";
using Parser = http::request_parser<http::empty_body>;

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

/// All headers of a name, joined by commas.
std::string joined(const http::fields& fields, beast::string_view name) {
  std::string text;
  const auto [begin, end] = fields.equal_range(name);
  for (auto at = begin; at != end; ++at) {
    text.append(text.empty() ? "" : ",").append(view(at->value()));
  }
  return text;
}

Refusal refusal_of(const boost::system::error_code& error) {
  if (error == http::error::bad_version) {
    return {.status = 505, .why = "expected HTTP/1.1"};
  }
  if (error == http::error::header_limit) {
    return {.status = 431, .why = "the headers are too long"};
  }
  return {.status = 400, .why = "no request of HTTP/1.1: " + error.message()};
}

/// HTTP/1.1 keeps a connection unless told otherwise, HTTP/1.0 closes it unless told otherwise; "close"
/// outweighs "keep-alive" (RFC 9112, 9.3), which Beast does not know of HTTP/1.0.
bool stays_open(const Parser& parser) {
  const std::string connection = joined(parser.get(), "Connection");
  return parser.keep_alive() && !http::token_list(connection).exists("close");
}

/// A quality of zero: "gzip;q=0".
bool is_excluded(std::string_view parameters) {
  const std::size_t q = parameters.find("q=");
  return q != std::string_view::npos && parameters.find_first_of("123456789", q) == std::string_view::npos;
}

bool accepts_gzip(std::string_view header) {
  bool any = false;
  while (!header.empty()) {
    const std::size_t comma = std::min(header.find(','), header.size());
    std::string_view element = header.substr(0, comma);
    header.remove_prefix(std::min(comma + 1, header.size()));
    element.remove_prefix(std::min(element.find_first_not_of(" \t"), element.size()));
    const std::size_t end = std::min(element.find_first_of("; \t"), element.size());
    const std::string_view name = element.substr(0, end);
    if (beast::iequals({name.data(), name.size()}, "gzip")) {
      return !is_excluded(element.substr(end));
    }
    any |= name == "*" && !is_excluded(element.substr(end));
  }
  return any;
}

std::string bearer_of(std::string_view authorization) {
  constexpr std::string_view kScheme = "bearer ";
  const std::string_view scheme = authorization.substr(0, kScheme.size());
  if (!beast::iequals({scheme.data(), scheme.size()}, kScheme.data())) {
    return "";
  }
  std::string_view token = authorization.substr(kScheme.size());
  token.remove_prefix(std::min(token.find_first_not_of(' '), token.size()));
  return std::string(token);
}

/// Why a request with a body is refused by what its headers say of it: what tells its end must be there once.
/// A POST without both headers has an empty body (RFC 9112, 6.3).
std::optional<Refusal> refused_upload(const Parser& parser) {
  const auto& message = parser.get();
  const std::size_t encodings = message.count(http::field::transfer_encoding);
  const std::size_t lengths = message.count(http::field::content_length);
  if (encodings > 0 && (encodings > 1 || lengths > 0 || message.version() < 11 ||
                        !beast::iequals(message[http::field::transfer_encoding], "chunked"))) {
    return Refusal{.status = 400, .why = "expected Transfer-Encoding: chunked, or Content-Length"};
  }
  if (lengths > 1) {
    return Refusal{.status = 400, .why = "expected exactly one header Content-Length"};
  }
  if (encodings == 0 && !parser.content_length() && message.method() == http::verb::put) {
    return Refusal{.status = 411, .why = "expected Content-Length, or Transfer-Encoding: chunked"};
  }
  const auto expect = message[http::field::expect];
  if (!expect.empty() && !beast::iequals(expect, "100-continue")) {
    return Refusal{.status = 417, .why = "expected Expect: 100-continue, or no such header"};
  }
  return std::nullopt;
}

/// What the start line and the headers say of a body, and of the method.
std::optional<Refusal> refused_kind(const Parser& parser) {
  const auto& message = parser.get();
  const bool has_body = message.method() == http::verb::put || message.method() == http::verb::post;
  if (!has_body && message.method() != http::verb::get && message.method() != http::verb::head) {
    return Refusal{.status = 405, .why = "expected GET or HEAD"};
  }
  if (has_body) {
    if (auto refusal = refused_upload(parser)) {
      return refusal;
    }
  } else if (parser.chunked() || message.count(http::field::transfer_encoding) > 0) {
    return Refusal{.status = 400, .why = "expected a request without a body"};
  }
  if (!has_body && parser.content_length().value_or(0) > 0) {
    return Refusal{.status = 413, .why = "expected a request without a body"};
  }
  const std::size_t hosts = message.count(http::field::host);
  if (hosts > 1 || (hosts == 0 && message.version() >= 11)) {
    return Refusal{.status = 400, .why = "expected exactly one header Host"};
  }
  return std::nullopt;
}

RequestReader::Result request_of(const Parser& parser) {
  if (auto refusal = refused_kind(parser)) {
    return *std::move(refusal);
  }
  const auto& message = parser.get();
  HttpRequest request;
  if (message.target().size() > kLongestTarget) {
    return Refusal{.status = 414, .why = "the address is too long"};
  }
  if (!read_target(view(message.target()), request)) {
    return Refusal{.status = 400, .why = "the address is no path of a page"};
  }
  request.head = message.method() == http::verb::head;
  request.put = message.method() == http::verb::put;
  request.post = message.method() == http::verb::post;
  if (request.has_body() && !parser.chunked()) {
    request.content_length = parser.content_length().value_or(0);
  }
  request.expects_continue = request.has_body() && !message[http::field::expect].empty();
  request.http_1_0 = message.version() < 11;
  request.keep_alive = stays_open(parser);
  request.host = clean_text(view(message[http::field::host]));
  request.bearer = clean_text(bearer_of(view(message[http::field::authorization])));
  request.last_event_id = clean_text(view(message["Last-Event-ID"]));
  request.if_none_match = joined(message, "If-None-Match");
  request.forwarded_for = joined(message, "X-Forwarded-For");
  request.accepts_gzip = accepts_gzip(joined(message, "Accept-Encoding"));
  return request;
}

}  // namespace

RequestReader::Result RequestReader::refused(Refusal refusal) {
  refused_ = true;
  input_.clear();
  return refusal;
}

/// Looks for the empty line, and for what no header has, so that a stream of anything else is refused early.
std::optional<Refusal> RequestReader::scan() {
  const std::size_t most = std::min(input_.size(), most_bytes_);
  for (; scanned_ < most; ++scanned_) {
    const char c = input_[scanned_];
    const bool after_return = scanned_ > 0 && input_[scanned_ - 1] == '\r';
    if ((c == '\n') != after_return || (c != '\r' && c != '\n' && is_control(c))) {
      return Refusal{.status = 400, .why = "expected lines that end with CR LF, and no control characters"};
    }
    if (c == '\n' && scanned_ + 1 >= kEmptyLine.size() &&
        std::string_view(input_).substr(0, scanned_ + 1).ends_with(kEmptyLine)) {
      end_ = ++scanned_;
      return std::nullopt;
    }
  }
  if (input_.size() >= most_bytes_) {
    const bool in_first_line = input_.find('\n') >= most_bytes_;
    return Refusal{.status = in_first_line ? 414 : 431,
                   .why = "a request may have " + std::to_string(most_bytes_) + " bytes"};
  }
  return std::nullopt;
}

std::optional<RequestReader::Result> RequestReader::next() {
  if (refused_) {
    input_.clear();
    return std::nullopt;
  }
  // Empty lines before a request: RFC 9112, 2.2.
  while (scanned_ == 0 && input_.starts_with("\r\n")) {
    input_.erase(0, 2);
  }
  if (input_ == "\r") {
    return std::nullopt;
  }
  if (auto refusal = scan()) {
    return refused(*std::move(refusal));
  }
  if (end_ == 0) {
    return std::nullopt;
  }
  Parser parser;
  parser.body_limit(boost::none);
  parser.header_limit(static_cast<std::uint32_t>(most_bytes_));
  boost::system::error_code error;
  parser.put(boost::asio::buffer(input_.data(), end_), error);
  if (error && error != http::error::need_more) {
    return refused(refusal_of(error));
  }
  Result result = request_of(parser);
  if (auto* refusal = std::get_if<Refusal>(&result)) {
    refusal->api = parser.get().target().starts_with("/api/") || parser.get().method() == http::verb::put ||
                   parser.get().method() == http::verb::post;
    return refused(std::move(*refusal));
  }
  input_.erase(0, std::exchange(end_, 0));
  scanned_ = 0;
  if (input_.empty()) {
    input_ = std::string();  // thousands of idle clients keep no memory
  }
  return result;
}

}  // namespace referee::web
