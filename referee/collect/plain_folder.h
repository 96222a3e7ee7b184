#pragma once

#include <span>

#include "referee/collect/hand_in.h"

namespace referee::collect {

/// A folder of folders, archives and loose files: each is a hand-in of the one after whom it is called. Loose
/// files of one name, as `ada.c` and another that ends otherwise, are one hand-in.
Download read_plain_folder(std::span<const Entry> entries);

}  // namespace referee::collect
