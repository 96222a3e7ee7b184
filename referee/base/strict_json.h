#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "protocol/fields.h"
#include "referee/base/input.h"  // people write JSON in files

namespace referee {

/// Parses JSON that a program wrote, and refuses what a parser accepts: a key that an object has twice (the
/// last one would win silently), nesting over 32 deep, NUL bytes. `file` is for messages. Throws
/// std::invalid_argument with file, line and column for text that is not JSON, fields::Exception with file
/// and key path for a key that an object has twice.
nlohmann::json parse_strict(std::string_view text, const std::string& file);

/// Parses JSON that a person wrote. Comments are passed over: // to the end of the line, and /* to the next
/// */. Refuses and throws what parse_strict() does.
nlohmann::json parse_commented(std::string_view text, const std::string& file);

/// Reads a file of JSON that a person wrote: a tournament file, a rubric, a map. Throws what
/// read_small_file() and parse_commented() throw.
nlohmann::json read_json_file(const std::filesystem::path& file, std::size_t max_mib = kMaxTextMib);

/// "FILE: KEY.PATH", for messages.
std::string path_in_file(const std::string& file, const std::string& key_path);

/// An optional text that is not empty: 1 to `max_bytes` bytes, without NUL, at which the system would cut it.
std::string filled_text(fields::Object& in, std::string_view key, std::size_t max_bytes,
                        std::string fallback);

}  // namespace referee
