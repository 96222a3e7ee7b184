#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

/// Arguments, files and the standard streams as bytes and UTF-8, also on Windows, which has other ideas of
/// both.
namespace program {

/// The words of the command line behind the program's name, as UTF-8. From now on the standard streams are
/// bytes: no line end is changed.
std::vector<std::string> begin(int argc, char** argv);

/// The path of a file that an argument names.
std::filesystem::path path_of(const std::string& argument);
/// The argument that would name a path.
std::string argument_of(const std::filesystem::path& path);

/// The whole content of a file of at most `max_mib` MiB; "-" is standard input. Throws std::invalid_argument,
/// naming it, if it cannot be read or is larger.
std::string read(const std::string& file, std::size_t max_mib);
/// Throws std::invalid_argument, naming the file, if it cannot be written.
void write(const std::string& file, const std::string& text);

}  // namespace program
