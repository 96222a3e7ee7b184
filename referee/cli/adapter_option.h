#pragma once

#include <string>

#include <CLI/App.hpp>

namespace referee {

/// --as, of commands that start bots. `name` must outlive the parsing and has the fallback.
void add_adapter_option(CLI::App& command, std::string& name);

}  // namespace referee
