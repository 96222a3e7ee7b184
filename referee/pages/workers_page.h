#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace referee::pages {

/// What workers.html shows, as HTML: a page that needs no script. `data` is that of workers_data().
std::string workers_body_html(const nlohmann::json& data);

/// Data that are older are said to be: the store could not be read meanwhile.
inline constexpr int kOldWorkersSeconds = 10;

}  // namespace referee::pages
