#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace referee::swiss::trf {

/// The characters of UTF-8; nothing if it is none.
std::optional<std::u32string> from_utf8(std::string_view text);

/// Every byte as a character of ISO 8859-1.
std::u32string from_latin1(std::string_view text);

std::string to_utf8(std::u32string_view characters);

/// The text of a field for a message: in quotes, shortened, and harmless on a terminal.
std::string quoted(std::u32string_view characters);

/// `text`, UTF-8, as printable ASCII: letters of Western Europe lose their accents, every other character
/// becomes "?".
std::string to_ascii(std::string_view text);

}  // namespace referee::swiss::trf
