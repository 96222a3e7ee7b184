#include "referee/base/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "protocol/json_writer.h"
#include "referee/base/unicode/unicode.h"

namespace referee {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";

void append_bytes(std::string& out, std::string_view bytes) {
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out += "\\x";
    out.push_back(kDigits[byte >> 4]);
    out.push_back(kDigits[byte & 0xf]);
  }
}

/// \uXXXX, twice for a character beyond U+FFFF.
void append_utf16(std::string& out, char32_t code) {
  if (code > 0xffff) {
    append_utf16(out, 0xd800 + ((code - 0x10000) >> 10));
    append_utf16(out, 0xdc00 + (code & 0x3ff));
    return;
  }
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) {
    out.push_back(kDigits[code >> shift & 0xf]);
  }
}

/// The escape of a character that has one of its own, or "".
std::string_view letter_escape(char32_t code) {
  switch (code) {
    case U'\\':
      return "\\\\";
    case U'\n':
      return "\\n";
    case U'\r':
      return "\\r";
    case U'\t':
      return "\\t";
    default:
      return "";
  }
}

constexpr std::string_view kPlain =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";

}  // namespace

std::string printable(std::string_view text, std::size_t limit) {
  std::string clean = fields::brief_text(text, limit);
  std::string out;
  out.reserve(clean.size());
  for (std::string_view rest = clean; !rest.empty();) {
    const unicode::Character character = unicode::first_character(rest);
    if (character.code == U'\t') {
      out.push_back(' ');
    } else if (unicode::is_harmful(character.code)) {
      out.push_back('?');
    } else {
      out += rest.substr(0, character.size);
    }
    rest.remove_prefix(character.size);
  }
  return out;
}

std::string escaped(std::string_view text, std::string_view kept) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const unicode::Character character = unicode::first_character(text);
    const std::string_view bytes = text.substr(0, character.size);
    if (character.size == 1 && kept.find(text.front()) != std::string_view::npos) {
      out += bytes;
    } else if (const std::string_view letter = letter_escape(character.code); !letter.empty()) {
      out += letter;
    } else if (!character.valid || unicode::is_harmful(character.code)) {
      append_bytes(out, bytes);
    } else {
      out += bytes;
    }
    text.remove_prefix(character.size);
  }
  return out;
}

std::string markup(std::string_view text, std::size_t limit) {
  std::string out;
  for (const char c : printable(text, limit)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string escaped_json(std::string json) {
  // Below DEL only blanks between values are harmful. Most JSON has nothing else.
  const auto may_harm = [](char c) { return static_cast<unsigned char>(c) >= 0x7f; };
  const auto plain_end = [&](std::string_view text) {
    return static_cast<std::size_t>(std::ranges::find_if(text, may_harm) - text.begin());
  };
  if (plain_end(json) == json.size()) {
    return json;
  }
  std::string out;
  out.reserve(json.size());
  for (std::string_view rest = json; !rest.empty();) {
    const std::size_t plain = plain_end(rest);
    out += rest.substr(0, plain);
    rest.remove_prefix(plain);
    if (rest.empty()) {
      break;
    }
    const unicode::Character character = unicode::first_character(rest);
    if (unicode::is_harmful(character.code)) {
      append_utf16(out, character.code);
    } else {
      out += rest.substr(0, character.size);
    }
    rest.remove_prefix(character.size);
  }
  return out;
}

std::string shell_quoted(std::string_view word) {
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos) {
    return std::string(word);
  }
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted.push_back(c);
    }
  }
  quoted.push_back('\'');
  return quoted;
}

std::string shell_command(const std::vector<std::string>& words) {
  std::string command;
  for (const std::string& word : words) {
    command.append(command.empty() ? "" : " ").append(shell_quoted(word));
  }
  return command;
}

std::string ms_text(Microseconds time) { return protocol::milliseconds_text(time.count()) + " ms"; }

std::string capitalised(std::string text) {
  if (!text.empty()) {
    text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  }
  return text;
}

std::string fixed_text(double value, int decimals) {
  std::array<char, 400> text{};  // the greatest double has 309 digits
  const int size = std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
  return {text.data(), static_cast<std::size_t>(size)};
}

std::string decimal_text(double value) {
  std::string text = fixed_text(value, 2);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) {
    text.pop_back();
  }
  return text;
}

std::string score_text(double score) {
  constexpr int kDigits = 12;      // 0.1 + 0.2 is 0.3 for people; records have all digits
  constexpr double kWhole = 1e15;  // below it each whole number is shown with all its digits
  const bool is_whole = score == std::trunc(score) && std::abs(score) < kWhole;
  std::array<char, 32> text{};
  (void)std::snprintf(text.data(), text.size(), is_whole ? "%.*f" : "%.*g", is_whole ? 0 : kDigits,
                      score + 0.0);  // no "-0"
  return text.data();
}

}  // namespace referee
