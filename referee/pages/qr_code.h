#pragma once

#include <string>

namespace referee::pages {

/// A QR code of `text` as an SVG element: one path of dark modules on white, whatever the page's colors, with
/// the quiet zone of 4 modules that ISO/IEC 18004 asks for. Its unit is a module. People who do not see it
/// are told `text`. Throws std::length_error for a text of more than some 2300 bytes.
std::string qr_code_svg(const std::string& text);

}  // namespace referee::pages
