#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "engines/embedded_file.h"
#include "engines/planets/map.h"

namespace engines {

/// The files configs/maps/planets/*.json, in the order of their names: engines/CMakeLists.txt embeds them.
std::span<const EmbeddedFile> planets_map_files();

namespace planets {

/// One of our own maps, by its name or a second one (two_scraps for two_scrap); nullptr if no map has that
/// name.
std::shared_ptr<const Map> builtin_map(std::string_view name);

}  // namespace planets
}  // namespace engines
