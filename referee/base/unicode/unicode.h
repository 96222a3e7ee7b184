#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/// Reading and writing UTF-8, which characters may be shown, and how wide they are on a terminal.
namespace referee::unicode {

/// U+FEFF in UTF-8, which some programs write in front of a text.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Stands for bytes that are not UTF-8.
inline constexpr char32_t kReplacement = U'\uFFFD';

/// The first character of a text, or its first byte where that begins no character.
struct Character {
  std::size_t size = 1;          ///< bytes, 1 to 4
  char32_t code = kReplacement;  ///< of a valid one, its code point
  bool valid = false;
};

/// The character that `text` begins with. Overlong forms, surrogates and code points above U+10FFFF are not
/// valid. REQUIRES: `text` is not empty.
Character first_character(std::string_view text);

/// Appends a character as UTF-8. REQUIRES: `code` is at most U+10FFFF.
void append_utf8(std::string& text, char32_t code);

/// The UTF-8 of bytes that are UTF-16, as Windows programs write text: they begin with its byte order mark,
/// or their first character is of ASCII. The mark is left out; half a character becomes U+FFFD. Nothing if
/// the bytes are not UTF-16: other text has no NUL bytes.
std::optional<std::string> from_utf16(std::string_view bytes);

/// The characters of a text; nothing if it is not UTF-8.
std::optional<std::u32string> decoded(std::string_view text);

/// The characters of a text; each byte that belongs to none becomes U+FFFD.
std::u32string decoded_with_replacements(std::string_view text);

/// Whether a character must not be shown as it is, because it does something else than to appear:
///   - control characters: C0, DEL and C1, which move the cursor and begin escape sequences;
///   - U+2028 and U+2029, which end a line;
///   - embeddings, overrides, isolates and marks that change the direction of writing;
///   - all others that are invisible: zero-width spaces and joiners, soft hyphen, fillers, tags, U+FEFF;
///   - noncharacters and surrogates, and what is above U+10FFFF.
/// Of the invisible ones these are Unicode's Default_Ignorable_Code_Point and the interlinear annotations.
/// Variation selectors (U+FE0F behind an emoji) are harmless: they choose the look of the character before
/// them. Joiners are harmful although emoji use them: two names could differ in nothing that can be seen.
bool is_harmful(char32_t code);

/// How many columns of a terminal a character takes: 0 for combining marks, variation selectors and harmful
/// characters, 2 for the wide ones of East Asia and emoji, else 1. By Unicode 14.
int columns_of(char32_t code);

/// How many columns a text takes; each byte that is not UTF-8 takes one.
std::size_t columns_of(std::string_view text);

}  // namespace referee::unicode
