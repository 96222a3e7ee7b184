#include "bindings/program/console.h"

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#include <windows.h>
#endif

#include <fstream>
#include <iostream>
#include <istream>
#include <iterator>
#include <stdexcept>

#include "referee/base/units.h"

namespace program {
namespace {

std::string whole(std::istream& in, const std::string& name, std::size_t max_mib) {
  const std::size_t most = max_mib * std::size_t{referee::kMib};
  std::string text;
  for (std::istreambuf_iterator<char> next(in), end; next != end; ++next) {
    if (text.size() == most) {
      throw std::invalid_argument(name + ": too large, expected at most " + std::to_string(max_mib) + " MiB");
    }
    text += *next;
  }
  return text;
}

}  // namespace

#ifdef _WIN32

std::vector<std::string> begin(int /*argc*/, char** /*argv*/) {
  for (const int stream : {0, 1, 2}) {
    ::_setmode(stream, _O_BINARY);
  }
  ::SetConsoleOutputCP(CP_UTF8);
  int count = 0;
  wchar_t** const words = ::CommandLineToArgvW(::GetCommandLineW(), &count);
  std::vector<std::string> arguments;
  for (int i = 1; i < count; ++i) {
    arguments.push_back(argument_of(words[i]));
  }
  ::LocalFree(words);
  return arguments;
}

#else

std::vector<std::string> begin(int argc, char** argv) { return {argv + 1, argv + argc}; }

#endif

std::filesystem::path path_of(const std::string& argument) {
  return std::u8string(argument.begin(), argument.end());
}

std::string argument_of(const std::filesystem::path& path) {
  const std::u8string text = path.u8string();
  return {text.begin(), text.end()};
}

std::string read(const std::string& file, std::size_t max_mib) {
  if (file == "-") {
    return whole(std::cin, "standard input", max_mib);
  }
  std::ifstream in(path_of(file), std::ios::binary);
  if (!in || std::filesystem::is_directory(path_of(file))) {
    throw std::invalid_argument(file + ": cannot be read: expected a file");
  }
  return whole(in, file, max_mib);
}

void write(const std::string& file, const std::string& text) {
  std::ofstream out(path_of(file), std::ios::binary);
  if (!out.write(text.data(), static_cast<std::streamsize>(text.size())).flush()) {
    throw std::invalid_argument(file + ": cannot be written");
  }
}

}  // namespace program
