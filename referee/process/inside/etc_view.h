#pragma once

#include <string>
#include <vector>

namespace referee {

/// Whether `path` is in /etc, and not /etc itself.
bool is_in_etc(const std::string& path);

/// Makes `folder`, and in it what a program sees as /etc: those of `visible` that are in /etc, each a mount
/// or a link of its own. Bubblewrap then mounts that folder at once, where it would read the table of all
/// mounts for each. What is gone since it was listed is left out. REQUIRES: this process has mounts of its
/// own, and `folder` does not exist. Throws std::system_error.
void make_etc_view(const std::vector<std::string>& visible, const std::string& folder);

}  // namespace referee
