#pragma once

#include <string>

#include "referee/score/class_marks.h"

namespace referee::score {

/// The marks of a class as one page that needs no script and no other file: everybody's mark, shares and
/// curve against the scale. It is for the instructor.
std::string class_page(const ClassMarks& marks);

}  // namespace referee::score
