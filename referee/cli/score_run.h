#pragma once

#include <memory>

#include "referee/cli/score_arguments.h"
#include "referee/process/sandbox.h"
#include "referee/score/rubric.h"

namespace referee {

/// Makes the submission ready, plays the rubric, prints and writes what it comes to. Returns the exit code;
/// throws what makes going on impossible, with the reports written.
int run_score(const ScoreArguments& arguments, score::Rubric rubric, std::shared_ptr<const Sandbox> sandbox);

}  // namespace referee
