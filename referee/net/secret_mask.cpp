#include "referee/net/secret_mask.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

namespace referee {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 2> kSecretKeys{"token", "registration_code"};
constexpr std::string_view kFirstOfKeys = "tTrR";
constexpr std::string_view kQuotes = "\"'";
constexpr std::string_view kSpaces = " \t";
constexpr std::string_view kAfterBareValue = " \t\r\n,;})]\"'";
constexpr std::string_view kOfTokens =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._~+/=-";

char folded(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_folded(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, folded, folded);
}

bool is_secret_key(std::string_view key) {
  return std::ranges::any_of(kSecretKeys, [&](std::string_view word) {
    return key.size() >= word.size() && same_folded(key.substr(key.size() - word.size()), word);
  });
}

/// The length of the key that `text` begins with; 0: it begins with none.
std::size_t key_at(std::string_view text) {
  for (const std::string_view word : kSecretKeys) {
    if (same_folded(text.substr(0, word.size()), word)) {
      return word.size();
    }
  }
  return 0;
}

/// A part of a text.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::size_t skip(std::string_view text, std::size_t at, std::string_view characters) {
  return std::min(text.find_first_not_of(characters, at), text.size());
}

/// Where the string ends whose opening quote stands before `at`. In a string that quotes another one the
/// inner quotes have backslashes: then each quote ends it.
std::size_t end_of_quoted(std::string_view text, std::size_t at, char quote, bool has_backslash) {
  for (; at < text.size() && text[at] != quote; ++at) {
    at += !has_backslash && text[at] == '\\' ? 1 : 0;
  }
  return std::min(at, text.size());
}

/// The value behind a key that ends at `at`: "key":"value", 'key': 'value', KEY=value, \"key\":\"value\".
std::optional<Span> value_after(std::string_view text, std::size_t at) {
  at = skip(text, at, "\\");
  if (at < text.size() && kQuotes.find(text[at]) != std::string_view::npos) {
    ++at;
  }
  at = skip(text, at, kSpaces);
  if (at == text.size() || (text[at] != ':' && text[at] != '=')) {
    return std::nullopt;
  }
  at = skip(text, at + 1, kSpaces);
  const std::size_t quote = skip(text, at, "\\");
  if (quote < text.size() && kQuotes.find(text[quote]) != std::string_view::npos) {
    return Span{quote + 1, end_of_quoted(text, quote + 1, text[quote], quote > at)};
  }
  return Span{at, std::min(text.find_first_of(kAfterBareValue, at), text.size())};
}

void replace_all(std::string& text, std::string_view what) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) {
    text.replace(at, what.size(), SecretMask::kMasked);
    at += SecretMask::kMasked.size();
  }
}

}  // namespace

void SecretMask::learn(std::string_view secret) {
  if (secret.size() < kLeastKnown || secret.size() > kMostBytes ||
      std::ranges::find(known_, secret) != known_.end()) {
    return;
  }
  known_.emplace_back(secret);
  if (known_.size() > kMostKnown) {
    known_.pop_front();
  }
}

std::string SecretMask::masked(std::string_view text) {
  std::string out = without_named(text);
  for (const std::string& secret : known_) {
    replace_all(out, secret);
  }
  return out;
}

std::string SecretMask::without_named(std::string_view text) {
  std::string out;
  std::size_t kept = 0;  // text before this is in `out`
  for (std::size_t at = 0; at < text.size();) {
    at = std::min(text.find_first_of(kFirstOfKeys, at), text.size());
    const std::size_t key = key_at(text.substr(at));
    const auto value = key > 0 ? value_after(text, at + key) : std::nullopt;
    if (!value || value->begin == value->end) {
      at += std::max<std::size_t>(key, 1);
      continue;
    }
    const std::string_view secret = text.substr(value->begin, value->end - value->begin);
    learn(secret);
    learn(secret.substr(0, skip(secret, 0, kOfTokens)));  // a complaint about the rest may quote this part
    out.append(text.substr(kept, value->begin - kept)).append(kMasked);
    kept = at = value->end;
  }
  out += text.substr(kept);
  return out;
}

bool SecretMask::mask(Json& value) {
  if (value.is_object()) {
    return mask_object(value);
  }
  if (value.is_string()) {
    auto& text = value.get_ref<std::string&>();
    std::string clean = masked(text);
    return std::exchange(text, std::move(clean)) != text;
  }
  bool found = false;
  if (value.is_array()) {
    for (Json& element : value) {
      found = mask(element) || found;
    }
  }
  return found;
}

bool SecretMask::mask_object(Json& object) {
  bool found = false;
  Json clean = Json::object();
  for (auto& [key, value] : object.items()) {
    const bool is_secret = is_secret_key(key) && !value.is_null() && value != "";
    if (is_secret) {
      if (value.is_string()) {
        learn(value.get_ref<const std::string&>());
      }
      value = kMasked;
    }
    const bool had_one = !is_secret && mask(value);
    std::string name = masked(key);
    found = found || is_secret || had_one || name != key;
    clean[std::move(name)] = std::move(value);
  }
  object = std::move(clean);
  return found;
}

}  // namespace referee
