#pragma once

#include <string>
#include <string_view>

namespace referee::unicode {

/// What two names of persons or groups have in common if people take them for the same: NFC with full case
/// folding (Unicode's canonical caseless match), each run of blanks as one, and none at the ends. So "José",
/// as macOS writes it in two characters, is "JOSÉ", and "Groß" is "GROSS". Of a text that is not UTF-8 only
/// ASCII letters are folded.
std::string name_key(std::string_view name);

/// name_key() of a person's whole name: "García, José", as gradebooks have it, is "José García".
std::string person_key(std::string_view name);

}  // namespace referee::unicode
