#pragma once

#include <cstddef>
#include <stdexcept>

namespace referee::score {

/// Bytes of a file's name that a message shows.
inline constexpr std::size_t kMaxShownName = 200;

/// What a student has handed in cannot be played: the student's result, never a failure of the referee.
class BadSubmission : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace referee::score
