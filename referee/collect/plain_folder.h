#pragma once

#include <span>

#include "referee/collect/hand_in.h"

namespace referee::collect {

/// A folder of folders and archives: each is a hand-in of the one after whom it is called.
Download read_plain_folder(std::span<const Entry> entries);

}  // namespace referee::collect
