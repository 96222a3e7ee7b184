#pragma once

#include "sample_bots/cpp/superball/outlook.h"

namespace superball {

/// What superball_train learned on boards of 8 x 10 with five colours and sets of five; made once, when first
/// asked for.
const Weights& learned_weights();

}  // namespace superball
