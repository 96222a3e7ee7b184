#pragma once

#include "sample_bots/cpp/superball/outlook.h"

namespace superball {

/// The weights that superball_train learned on boards of 8 x 10 with five colours and sets of five; the first
/// call makes them.
const Weights& learned_weights();

}  // namespace superball
