#pragma once

#include <filesystem>
#include <string>

#include "engines/registry.h"
#include "referee/store/store_uri.h"

namespace referee {

/// Where a tournament keeps that edition of the folder of its game, a copy beside the store: `referee verify
/// --game` takes it when the author's folder has changed.
std::filesystem::path kept_rules(const StoreUri& store, const std::string& rules_sha256);
/// Keeps the edition of a game whose rules are a program, if it is not kept yet. A failure is logged.
void keep_rules(const StoreUri& store, const engines::Entry& game);

}  // namespace referee
