#pragma once

namespace referee {

/// What the program returns; docs/reference/exit-codes.md lists them. A bot's faults never change the code of
/// a match or a tournament.
namespace exit_code {
inline constexpr int kDone = 0;
inline constexpr int kDifferent =
    1;  ///< verify, pair --check, check STORE, ask --exit-code: something differs; check-bot: violations
inline constexpr int kNoPairing = 1;       ///< pair: the rules allow none
inline constexpr int kNoStart = 1;         ///< check: a bot did not say hello
inline constexpr int kNotMet = 1;          ///< score: points below the threshold
inline constexpr int kNotIn = 1;           ///< collect: a hand-in is not in the tournament
inline constexpr int kUsage = 2;           ///< command line, option or file is wrong
inline constexpr int kInfrastructure = 3;  ///< the referee or its machine failed: worth a retry
inline constexpr int kWeakSandbox = 4;     ///< the machine gives a weaker sandbox than was asked for
inline constexpr int kSignal = 128;        ///< plus the signal's number
}  // namespace exit_code

}  // namespace referee
