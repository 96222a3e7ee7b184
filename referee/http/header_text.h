#pragma once

namespace referee::web {

/// Whether a byte is a control character, which no line of a head or of a chunked body may have but for tabs
/// (RFC 9110, 5.5).
inline bool is_control(char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f; }

}  // namespace referee::web
