#pragma once

#include <optional>
#include <string>
#include <string_view>

/// The characters beyond ASCII that screens are drawn with: each takes one column and has a substitute for
/// terminals that do not speak UTF-8.
namespace referee::screen {

constexpr char32_t kGround = U'·';
constexpr char32_t kSolid = U'█';
constexpr char32_t kUp = U'▲';
constexpr char32_t kRight = U'►';
constexpr char32_t kDown = U'▼';
constexpr char32_t kLeft = U'◄';

/// The ASCII character shown for a glyph: itself, its substitute, or "?" for what cannot be shown.
char ascii_of(char32_t glyph);

/// Whether a mark may have it: printable ASCII, or one of those above.
bool is_glyph(char32_t character);

/// Appends a glyph to text for a terminal of this kind.
void append_glyph(std::string& text, char32_t glyph, bool utf8);

/// The characters of UTF-8 text; what is no UTF-8 becomes U+FFFD byte by byte.
std::u32string decoded(std::string_view utf8);

/// Whether the environment's locale (LC_ALL, LC_CTYPE, LANG) is one of UTF-8. Sets the program's LC_CTYPE to
/// it.
bool locale_is_utf8();

}  // namespace referee::screen
