#pragma once

#include <cstddef>
#include <string>

#include <CLI/Formatter.hpp>

namespace referee {

/// The width of a terminal that no user has made wider, in columns.
inline constexpr std::size_t kHelpWidth = 80;

/// The help of CLI11, with no line wider than kHelpWidth: lines are broken at blanks, descriptions of options
/// go on below their beginning, and an example of a command goes on behind a backslash.
class HelpFormatter final : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
};

/// `text` with its lines broken so. A word that is too long for a line of its own stays whole.
std::string fitted_help(const std::string& text);

}  // namespace referee
