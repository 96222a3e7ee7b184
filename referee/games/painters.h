#pragma once

#include <memory>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "referee/screen/picture.h"

/// The painters of the games, each in a file of its own; painter_of() chooses.
namespace referee::screen {

/// REQUIRES: `game` is one of ours, `setup` its setup.
std::unique_ptr<Painter> painter_of(std::string_view game, const nlohmann::json& setup);

std::unique_ptr<Painter> planets_painter(const nlohmann::json& setup);
std::unique_ptr<Painter> lightcycle_painter(const nlohmann::json& setup);
std::unique_ptr<Painter> snake_painter(const nlohmann::json& setup);
std::unique_ptr<Painter> walls_painter(const nlohmann::json& setup);
std::unique_ptr<Painter> superball_painter(const nlohmann::json& setup);

}  // namespace referee::screen
