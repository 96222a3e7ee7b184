#include "referee/base/unicode/name_key.h"

#include <utf8proc.h>

#include <cstdlib>
#include <memory>
#include <new>
#include <optional>

#include "referee/base/unicode/unicode.h"

namespace referee::unicode {
namespace {

struct FreeKey {
  void operator()(utf8proc_uint8_t* text) const { std::free(text); }  // NOLINT: utf8proc has it from malloc
};

/// NFC with full case folding; nothing if it is not UTF-8.
std::optional<std::string> case_folded(std::string_view text) {
  constexpr auto kFolding =
      static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD);
  utf8proc_uint8_t* folded = nullptr;
  const utf8proc_ssize_t size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                             static_cast<utf8proc_ssize_t>(text.size()), &folded, kFolding);
  const std::unique_ptr<utf8proc_uint8_t, FreeKey> owned(folded);
  if (size == UTF8PROC_ERROR_NOMEM) {
    throw std::bad_alloc();
  }
  return size < 0 ? std::nullopt
                  : std::optional(
                        std::string(reinterpret_cast<const char*>(folded), static_cast<std::size_t>(size)));
}

std::string ascii_folded(std::string_view text) {
  std::string folded(text);
  for (char& c : folded) {
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return folded;
}

bool is_blank(char32_t code) {
  const utf8proc_category_t category = utf8proc_category(static_cast<utf8proc_int32_t>(code));
  return category == UTF8PROC_CATEGORY_ZS || code == U'\t' || code == U'\n' || code == U'\r';
}

}  // namespace

std::string name_key(std::string_view name) {
  std::string folded = case_folded(name).value_or(ascii_folded(name));
  std::string key;
  bool blank = false;
  for (std::string_view rest = folded; !rest.empty();) {
    const Character one = first_character(rest);
    if (one.valid && is_blank(one.code)) {
      blank = !key.empty();
    } else {
      key.append(blank ? " " : "").append(rest.substr(0, one.size));
      blank = false;
    }
    rest.remove_prefix(one.size);
  }
  return key;
}

std::string person_key(std::string_view name) {
  const std::size_t comma = name.find(',');
  if (comma == std::string_view::npos || name.find(',', comma + 1) != std::string_view::npos) {
    return name_key(name);
  }
  return name_key(std::string(name.substr(comma + 1)) + " " + std::string(name.substr(0, comma)));
}

}  // namespace referee::unicode
