#pragma once

#include <filesystem>

namespace referee {

/// Opens a page in the browser of the desktop that this program runs on, by xdg-open; false if there is no
/// desktop or no such program. It does not wait for the browser.
bool open_in_browser(const std::filesystem::path& page);

}  // namespace referee
