#pragma once

#include <optional>
#include <string>

#include "referee/report/trf_standings.h"

namespace CLI {
class App;
}

// `referee standings` of a report file: its options, and what it prints.
namespace referee {

/// `rules` is what the options set; it has to live as long as `command`.
void add_report_file_options(CLI::App& command, TrfStandingsRules& rules);

/// The first of those options that is set; nullptr: none is.
const char* report_file_option_in(const TrfStandingsRules& rules);

/// The standings of a report file, in the `format` text, json, csv or trf; or, as text, how the player whose
/// id `explain` is got its place. Prints warnings to standard error. Throws std::invalid_argument, naming the
/// file.
std::string report_file_standings(const std::string& path, const TrfStandingsRules& rules,
                                  const std::string& format, const std::optional<std::string>& explain);

}  // namespace referee
