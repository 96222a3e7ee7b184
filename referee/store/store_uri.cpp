#include "referee/store/store_uri.h"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "referee/base/text.h"

namespace referee {
namespace {

constexpr std::string_view kSqlite = "sqlite";
constexpr std::string_view kPostgresql = "postgresql";
constexpr std::string_view kSlashes = "//";
constexpr const char* kUsualSchema = "referee";
constexpr std::size_t kLongestSchema = 63;  // bytes of a name in PostgreSQL

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

/// A schema that needs no quotes anywhere.
bool is_schema(std::string_view name) {
  const auto belongs = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
  return !name.empty() && name.size() <= kLongestSchema && std::ranges::all_of(name, belongs) &&
         !(name.front() >= '0' && name.front() <= '9');
}

/// The parts of "//AUTHORITY/DATABASE?PARAMETERS".
struct PostgresqlParts {
  std::string_view authority;
  std::string_view database;
  std::vector<std::pair<std::string_view, std::string_view>> parameters;

  bool has_password() const {
    const std::string_view user = authority.substr(0, authority.rfind('@') + 1);
    return user.find(':') != std::string_view::npos ||
           std::ranges::any_of(parameters, [](const auto& one) { return is_password(one.first); });
  }
  /// Keys may be written with %, which hides a name from a reader.
  static bool is_password(std::string_view key) {
    return key == "password" || key == "sslpassword" || key.find('%') != std::string_view::npos;
  }
};

PostgresqlParts parts_of(std::string_view rest) {
  PostgresqlParts parts;
  rest.remove_prefix(kSlashes.size());
  const std::size_t query = std::min(rest.find('?'), rest.size());
  const std::size_t slash = std::min(rest.substr(0, query).find('/'), query);
  parts.authority = rest.substr(0, slash);
  parts.database = rest.substr(std::min(slash + 1, query), query - std::min(slash + 1, query));
  for (std::size_t at = query + 1; at < rest.size();) {
    const std::size_t end = std::min(rest.find('&', at), rest.size());
    const std::string_view one = rest.substr(at, end - at);
    const std::size_t equals = std::min(one.find('='), one.size());
    parts.parameters.emplace_back(one.substr(0, equals), one.substr(std::min(equals + 1, one.size())));
    at = end + 1;
  }
  return parts;
}

/// `text` as a part of a file's name: what is no letter, digit, "." or "_" becomes "-".
std::string plain(std::string_view text) {
  std::string name;
  for (const char c : text) {
    name += is_letter(c) || (c >= '0' && c <= '9') || c == '.' || c == '_' ? c : '-';
  }
  return name;
}

/// HOST-PORT-DATABASE.SCHEMA, without what the text does not name.
std::string file_name(const PostgresqlParts& parts, const std::string& schema) {
  std::string name = plain(parts.authority.substr(parts.authority.rfind('@') + 1));
  for (const auto& [key, value] : parts.parameters) {
    if (key == "host" || key == "port" || key == "dbname") {
      name += (name.empty() ? "" : "-") + plain(value);
    }
  }
  name += (name.empty() || parts.database.empty() ? "" : "-") + plain(parts.database);
  return (name.empty() ? std::string(kPostgresql) : "postgresql-" + name) + "." + schema;
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
  if (scheme == kPostgresql && path.starts_with(kSlashes)) {
    return read_postgresql(text);
  }
  if (scheme != kSqlite || path.empty() || path.starts_with(kSlashes)) {
    return std::nullopt;
  }
  StoreUri uri{std::filesystem::path(path)};
  uri.text_ = text;
  return uri;
}

std::optional<StoreUri> StoreUri::read_postgresql(std::string_view text) {
  const PostgresqlParts parts = parts_of(text.substr(kPostgresql.size() + 1));
  if (parts.has_password()) {
    return std::nullopt;
  }
  StoreUri uri;
  uri.kind_ = Kind::postgresql;
  uri.text_ = text;
  uri.schema_ = kUsualSchema;
  uri.address_ = text.substr(0, text.find('?'));
  char before = '?';
  for (const auto& [key, value] : parts.parameters) {
    if (key == "schema") {
      uri.schema_ = value;
    } else {
      uri.address_.append(1, std::exchange(before, '&')).append(key).append("=").append(value);
    }
  }
  uri.file_ = file_name(parts, uri.schema_);
  return is_schema(uri.schema_) ? std::optional(uri) : std::nullopt;
}

std::string StoreUri::without_password(std::string_view text) {
  const std::string_view scheme = scheme_of(text);
  const std::string_view rest = text.substr(std::min(scheme.size() + 1, text.size()));
  if (scheme.empty() || !rest.starts_with(kSlashes) || !parts_of(rest).has_password()) {
    return std::string(text);
  }
  const PostgresqlParts parts = parts_of(rest);
  const std::size_t at = parts.authority.rfind('@') + 1;
  const std::string_view user =
      parts.authority.substr(0, std::min(parts.authority.substr(0, at).find(':'), at));
  std::string shown(scheme);
  shown += "://";
  shown.append(user).append(user.size() < at ? ":***@" : "");
  shown.append(parts.authority.substr(at)).append("/").append(parts.database);
  char before = '?';
  for (const auto& [key, value] : parts.parameters) {
    shown.append(1, std::exchange(before, '&')).append(key).append("=");
    shown += PostgresqlParts::is_password(key) ? "***" : value;
  }
  return shown;
}

StoreUri StoreUri::parse(std::string_view text) {
  const std::optional<StoreUri> uri = read(text);
  if (!uri) {
    throw std::invalid_argument("store: got '" + printable(without_password(text), kShownText) +
                                "', expected " + kExpected);
  }
  return *uri;
}

std::optional<std::filesystem::path> StoreUri::file() const {
  return kind_ == Kind::sqlite ? std::optional(file_) : std::nullopt;
}

std::filesystem::path StoreUri::beside(std::string_view suffix) const {
  return file_.string().append(suffix);
}

}  // namespace referee
