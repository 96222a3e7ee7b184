#pragma once

#include <stdexcept>

namespace referee::score {

/// What a student has handed in cannot be played: the student's result, never a failure of the referee.
class BadSubmission : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace referee::score
