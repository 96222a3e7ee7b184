#pragma once

#include <memory>
#include <string>

#include "referee/lab/examination.h"
#include "referee/process/sandbox.h"

namespace referee {

/// What comes of a game's painter.js, whose text is `painter`, in Node: all frames of a match are painted and
/// described as pages ask for them. `record`: of a match that was played; "": there is none. Throws
/// std::system_error.
Finding tried_painter(const std::string& painter, const std::string& record,
                      std::shared_ptr<const Sandbox> sandbox);

}  // namespace referee
