#include "referee/base/text.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>

#include <nlohmann/json.hpp>

#include "protocol/json_writer.h"

namespace referee {
namespace {

/// One character of UTF-8, or one byte that begins none.
struct Character {
  std::size_t size = 1;
  char32_t code = 0;
  bool valid = false;
};

struct Lead {
  unsigned char mask;
  unsigned char bits;
  std::size_t size;
  char32_t least;  // a smaller code in so many bytes is an overlong form
};
constexpr std::array<Lead, 4> kLeads{Lead{0x80, 0x00, 1, 0}, Lead{0xe0, 0xc0, 2, 0x80},
                                     Lead{0xf0, 0xe0, 3, 0x800}, Lead{0xf8, 0xf0, 4, 0x10000}};

Character first_of(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  for (const Lead& lead : kLeads) {
    if ((byte(0) & lead.mask) != lead.bits || text.size() < lead.size) {
      continue;
    }
    char32_t code = byte(0) & static_cast<unsigned char>(~lead.mask);
    for (std::size_t i = 1; i < lead.size; ++i) {
      if ((byte(i) & 0xc0) != 0x80) {
        return {};
      }
      code = (code << 6) | (byte(i) & 0x3f);
    }
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    return code < lead.least || code > 0x10ffff || surrogate ? Character{} : Character{lead.size, code, true};
  }
  return {};
}

/// What moves a cursor, ends a line or turns the direction of writing.
bool is_harmful(char32_t code) {
  const bool control = code < 0x20 || (code >= 0x7f && code < 0xa0);
  const bool separator = code == 0x2028 || code == 0x2029;
  const bool direction = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
  return control || separator || direction;
}

void append_bytes(std::string& out, std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out += "\\x";
    out.push_back(kDigits[byte >> 4]);
    out.push_back(kDigits[byte & 0xf]);
  }
}

constexpr std::string_view kPlain =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Character character = first_of(text);
    const std::string_view bytes = text.substr(0, character.size);
    if (character.code == '\\') {
      out += "\\\\";
    } else if (character.code == '\n') {
      out += "\\n";
    } else if (character.code == '\r') {
      out += "\\r";
    } else if (character.code == '\t') {
      out += "\\t";
    } else if (!character.valid || is_harmful(character.code)) {
      append_bytes(out, bytes);
    } else {
      out += bytes;
    }
    text.remove_prefix(character.size);
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

std::string score_text(double score) { return protocol::dump(protocol::numbers({score}).front()); }

}  // namespace referee
