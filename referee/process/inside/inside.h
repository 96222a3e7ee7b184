#pragma once

namespace referee {

/// The word with which this program is started as the first step of a confined one.
inline constexpr const char* kInsideWord = "--become-confined-program";

/// Carries out the order on descriptor 3 and becomes the program that it names; returns, with an exit code,
/// only if that is not possible, having said why on descriptor 4.
int become_confined_program();

}  // namespace referee
