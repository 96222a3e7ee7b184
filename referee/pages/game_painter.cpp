#include "referee/pages/game_painter.h"

#include <spdlog/spdlog.h>

#include <exception>
#include <filesystem>
#include <optional>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "protocol/fields.h"
#include "referee/base/input.h"
#include "referee/base/text.h"

namespace referee::pages {
namespace {

namespace fs = std::filesystem;

/// No link: what it leads to is perhaps not for spectators.
std::string painter_text(const fs::path& file) {
  if (fs::symlink_status(file).type() != fs::file_type::regular || fs::file_size(file) > kMostPainter) {
    throw std::runtime_error("expected a file, no link, of at most " + std::to_string(kMostPainter) +
                             " bytes");
  }
  const std::optional<std::string> text = read_own_file(file);
  if (!text || text->size() > kMostPainter) {
    throw std::runtime_error("it cannot be read");
  }
  return fields::brief_text(*text, 4 * kMostPainter);
}

}  // namespace

std::string game_painter(std::string_view game) {
  const engines::Entry* const entry = engines::find_game(game);
  if (entry == nullptr || entry->folder().empty()) {
    return "";
  }
  const fs::path file = fs::path(entry->folder()) / "painter.js";
  try {
    return fs::symlink_status(file).type() == fs::file_type::not_found ? "" : painter_text(file);
  } catch (const std::exception& problem) {
    spdlog::warn("{}: {}: pages draw the game's general picture", escaped(file.string()), problem.what());
    return "";
  }
}

}  // namespace referee::pages
