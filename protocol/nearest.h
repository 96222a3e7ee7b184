#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace protocol {

/// How many letters must be inserted, left out, changed or swapped with their neighbour to make one text the
/// other, where no letter is touched twice (optimal string alignment). Time and memory: the product of the
/// lengths, and the length of `b`.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The one of `words` that was probably meant by `typed`: the nearest that is at most a third of its letters
/// away, the first of several; else the only one that begins with it; else "".
std::string nearest_word(std::string_view typed, const std::vector<std::string>& words);

/// For the end of a message: ": did you mean 'walls'?"; "" if none of `words` is near.
std::string did_you_mean(std::string_view typed, const std::vector<std::string>& words);

}  // namespace protocol
