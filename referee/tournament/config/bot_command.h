#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace referee {

struct Adapter;

/// Reads the command of a bot to launch, as it stands in a tournament file: a list of 1 to 100 words, the
/// first of them a program that can be started (looked up in PATH unless it has a "/"), or "sample:NAME",
/// which becomes the path of that sample bot. Throws fields::Exception at or below `path`.
std::vector<std::string> read_bot_command(const nlohmann::json& json, const std::string& path);

/// Reads what an adapter lets play, in the same form; paths in it become whole ones. Throws fields::Exception
/// at or below `path`, std::invalid_argument if this machine lacks the interpreter.
std::vector<std::string> read_adapted_command(const nlohmann::json& json, const Adapter& adapter,
                                              const std::string& path);

}  // namespace referee
