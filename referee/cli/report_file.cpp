#include "referee/cli/report_file.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <utility>

#include "referee/base/input.h"
#include "referee/base/text.h"
#include "referee/base/unicode/unicode.h"

namespace referee {
namespace {

bool is_named_so(std::string name) {
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
  return name.ends_with(".trf") || name.ends_with(".trfx");
}

/// Whether a file is a database, which may be large, and locked by a referee: it is not read.
bool is_database(const std::string& path) {
  constexpr std::string_view kMagic = "SQLite format 3";
  std::array<char, kMagic.size()> begin{};
  std::ifstream(path, std::ios::binary).read(begin.data(), begin.size());
  return std::string_view(begin.data(), begin.size()) == kMagic;
}

}  // namespace

bool is_report_file(const std::string& path) {
  if (path == "-" || is_named_so(path)) {
    return true;
  }
  std::error_code none;
  const auto status = std::filesystem::status(path, none);
  if (none || !std::filesystem::exists(status) || std::filesystem::is_directory(status)) {
    return false;
  }
  if (!std::filesystem::is_regular_file(status)) {
    return true;  // a pipe: no store, and it can be read once only
  }
  if (is_database(path)) {
    return false;
  }
  const std::string text = read_whole_file(path, kMaxRecordMib);
  return swiss::is_trf(unicode::from_utf16(text).value_or(text));
}

ReportFile read_report_file(const std::string& path, swiss::TrfUse use) {
  ReportFile file;
  file.name = path == "-" ? "stdin" : path;
  file.text = path == "-" ? read_standard_input(kMaxRecordMib) : read_whole_file(path, kMaxRecordMib);
  if (auto utf8 = unicode::from_utf16(file.text)) {
    file.text = *std::move(utf8);
    std::cerr << shown_line(file.name + ": is UTF-16, and is read as UTF-8; what is written is UTF-8");
  }
  file.report = swiss::read_trf(file.text, file.name, use);
  for (const std::string& warning : file.report.warnings) {
    std::cerr << shown_line(warning);
  }
  return file;
}

std::string shown_line(const std::string& message) { return escaped(message, "\\") + "\n"; }

}  // namespace referee
