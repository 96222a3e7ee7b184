#pragma once

#include <span>
#include <string_view>

#include "referee/collect/hand_in.h"

namespace referee::collect {

/// Whether a file may have this name among what Canvas' "Download submissions" hands out.
bool is_canvas_name(std::string_view name);

/// Canvas: NAME[_LATE]_ID_NUMBER_FILE, or "_late", "-late", "_Late" in some of its versions, where NAME is
/// the student's or the group's with its letters and digits only, ID the student's or that of the group's
/// representative, and NUMBER another one for each file. All files of an ID are one hand-in. Where files of
/// two attempts are there, those of the newest one count: it has the greatest NUMBER. Canvas adds -1, -2 to
/// the name of a file that was handed in under the same name before; it is taken away again. Without names:
/// anon_CODE in place of NAME and ID, which nobody can be told by. NAME_ID_text.html and NAME_ID_link.html
/// are no programs.
Download read_canvas(std::span<const Entry> entries);

}  // namespace referee::collect
