#pragma once

#include <string>

#include <CLI/App.hpp>

namespace referee {

/// --stdio, of commands that launch bots: "tcp" or "pipe". `name` must outlive the parsing and has the
/// fallback.
CLI::Option* add_stdio_option(CLI::App& command, std::string& name);

}  // namespace referee
