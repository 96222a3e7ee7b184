#include "referee/command/trace_file.h"

#include <spdlog/spdlog.h>

#include <stdexcept>
#include <system_error>

#include "referee/base/files.h"

namespace referee {

std::shared_ptr<LineTrace> TraceFile::open(const Clock& clock, std::string_view command) const {
  if (!given()) {
    return nullptr;
  }
  try {
    return std::make_shared<LineTrace>(clock, file, command);
  } catch (const std::system_error& error) {
    throw std::invalid_argument("--trace: cannot write " + file + ": " + error.code().message());
  }
}

void TraceFile::check_folder() const {
  if (!given()) {
    return;
  }
  try {
    check_writable(trace_file_of(file, "match"));
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(std::string("--trace: ") + error.what());
  }
}

std::shared_ptr<LineTrace> TraceFile::open_for_match(const Clock& clock, std::string_view command,
                                                     std::string_view match) const {
  if (!given()) {
    return nullptr;
  }
  try {
    return std::make_shared<LineTrace>(clock, trace_file_of(file, match), command);
  } catch (const std::system_error& error) {
    spdlog::warn("match {} has no trace: {}", match, error.what());
    return nullptr;
  }
}

std::filesystem::path trace_file_of(const std::filesystem::path& file, std::string_view match) {
  std::string name = file.stem().string();
  name.append(".").append(match).append(file.extension().string());
  return file.parent_path() / name;
}

}  // namespace referee
