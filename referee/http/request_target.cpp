#include "referee/http/request_target.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "referee/base/unicode/unicode.h"

namespace referee::web {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') {
    return c - '0';
  }
  if (c >= 'a' && c <= 'f') {
    return c - 'a' + 10;
  }
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

bool is_clean(std::string_view text) {
  const auto characters = unicode::decoded(text);
  return characters &&
         std::ranges::none_of(*characters, [](char32_t c) { return c < 0x20 || (c >= 0x7f && c < 0xa0); });
}

/// Without %XX; nothing if that is broken, or what it gives is not clean.
std::optional<std::string> decoded(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? hex_digit(text[i + 2]) : -1;
    if (high < 0 || low < 0) {
      return std::nullopt;
    }
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return is_clean(out) ? std::optional(std::move(out)) : std::nullopt;
}

/// Calls `take` with each piece between separators, also empty ones; false as soon as it is.
template <class Take>
bool each_piece(std::string_view text, char separator, Take take) {
  while (true) {
    const std::size_t end = text.find(separator);
    if (!take(text.substr(0, end))) {
      return false;
    }
    if (end == std::string_view::npos) {
      return true;
    }
    text.remove_prefix(end + 1);
  }
}

bool read_path(std::string_view path, HttpRequest& request) {
  if (path == "/") {
    return true;
  }
  return each_piece(path.substr(1), '/', [&](std::string_view piece) {
    auto part = decoded(piece);
    if (!part || *part == "." || *part == ".." || part->find('/') != std::string::npos) {
      return false;
    }
    request.path.push_back(*std::move(part));
    return true;
  });
}

bool read_query(std::string_view query, HttpRequest& request) {
  return each_piece(query, '&', [&](std::string_view piece) {
    if (piece.empty()) {
      return true;
    }
    std::string text(piece);
    std::ranges::replace(text, '+', ' ');
    const std::size_t equals = std::min(text.find('='), text.size());
    auto name = decoded(std::string_view(text).substr(0, equals));
    auto value = decoded(std::string_view(text).substr(std::min(equals + 1, text.size())));
    if (!name || !value) {
      return false;
    }
    request.query.emplace_back(*std::move(name), *std::move(value));
    return true;
  });
}

/// From the path on; "" if there is none.
std::string_view without_host(std::string_view target) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (target.starts_with(scheme)) {
      const std::size_t path = target.find_first_of("/?", scheme.size());
      return path == std::string_view::npos ? "/" : target.substr(path);
    }
  }
  return target;
}

}  // namespace

std::string clean_text(std::string_view text) { return is_clean(text) ? std::string(text) : ""; }

bool read_target(std::string_view target, HttpRequest& request) {
  target = without_host(target);
  const std::size_t question = std::min(target.find('?'), target.size());
  const std::string_view path = target.substr(0, question);
  if (!path.starts_with('/') || target.find('#') != std::string_view::npos) {
    return false;
  }
  return read_path(path, request) &&
         (question == target.size() || read_query(target.substr(question + 1), request));
}

}  // namespace referee::web
