#pragma once

#include <span>

#include "referee/collect/hand_in.h"

namespace referee::collect {

/// A folder of folders, archives and loose files: each is a hand-in of the one after whom it is called. Loose
/// files of one name, as `ada.c` and another that ends otherwise, are one hand-in. Of Autolab's files, as
/// `ada@x.edu_2_bot.py`, the newest version of each address is one.
Download read_plain_folder(std::span<const Entry> entries);

}  // namespace referee::collect
