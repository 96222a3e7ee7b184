#include "referee/store/store_uri.h"

#include <algorithm>
#include <stdexcept>

#include "referee/base/text.h"

namespace referee {
namespace {

constexpr std::string_view kSqlite = "sqlite";

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// What stands before the first colon, if it is a scheme as RFC 3986 has it; else "".
std::string_view scheme_of(std::string_view text) {
  const std::string_view scheme = text.substr(0, std::min(text.find(':'), text.size()));
  const auto belongs = [](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
  };
  const bool is_scheme = scheme.size() < text.size() && !scheme.empty() && is_letter(scheme.front()) &&
                         std::ranges::all_of(scheme, belongs);
  return is_scheme ? scheme : std::string_view();
}

}  // namespace

StoreUri::StoreUri(const std::filesystem::path& file)
    : text_((scheme_of(file.string()).empty() ? "" : "./") + file.string()), file_(file) {}

std::optional<StoreUri> StoreUri::read(std::string_view text) {
  const std::string_view scheme = scheme_of(text);
  if (scheme.empty()) {
    return text.empty() ? std::nullopt : std::optional(StoreUri(std::filesystem::path(text)));
  }
  const std::string_view path = text.substr(scheme.size() + 1);
  if (scheme != kSqlite || path.empty() || path.starts_with("//")) {
    return std::nullopt;
  }
  StoreUri uri{std::filesystem::path(path)};
  uri.text_ = text;
  return uri;
}

StoreUri StoreUri::parse(std::string_view text) {
  const std::optional<StoreUri> uri = read(text);
  if (!uri) {
    throw std::invalid_argument("store: got '" + printable(text, kShownText) + "', expected " + kExpected);
  }
  return *uri;
}

std::optional<std::filesystem::path> StoreUri::file() const { return file_; }

std::filesystem::path StoreUri::beside(std::string_view suffix) const {
  return file_.string().append(suffix);
}

}  // namespace referee
