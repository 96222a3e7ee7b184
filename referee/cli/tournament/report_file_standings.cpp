#include "referee/cli/tournament/report_file_standings.h"

#include <charconv>
#include <iostream>
#include <map>
#include <stdexcept>
#include <utility>

#include <CLI/CLI.hpp>

#include "referee/base/text.h"
#include "referee/cli/report_file.h"

namespace referee {
namespace {

const std::map<std::string, TieBreakEdition> kEditions = {{"2024", TieBreakEdition::of_2024},
                                                          {"2026", TieBreakEdition::of_2026}};

/// The pairing number that --explain names.
swiss::PlayerIndex player_named(const TrfStandings& standings, const std::string& id) {
  const std::size_t players = standings.ranks.size();
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), number);
  if (error != std::errc{} || end != id.data() + id.size() || number < 1 || number > players) {
    throw std::invalid_argument(standings.file + ": --explain: got \"" + printable(id, kShownText) +
                                "\", expected an id from 1 to " + std::to_string(players));
  }
  return number - 1;
}

}  // namespace

void add_report_file_options(CLI::App& command, TrfStandingsRules& rules) {
  command
      .add_option("--tie-breaks", rules.tie_breaks,
                  "Report file: codes of C.07, as BH/C1,BH,SB; else those of the file")
      ->type_name("CODES");
  command
      .add_option("--unrated", rules.unrated,
                  "Report file: the rating that players without one count as in ARO, TPR and the like")
      ->type_name("RATING")
      ->check(CLI::Range(1, 4000));
  command
      .add_option_function<std::string>(
          "--edition", [&rules](const std::string& year) { rules.edition = kEditions.at(year); },
          "Report file: the edition of C.07, 2024 for tournaments that began before March 2026; else 2026")
      ->check(CLI::IsMember(kEditions));
}

const char* report_file_option_in(const TrfStandingsRules& rules) {
  return rules.edition               ? "--edition"
         : rules.unrated != 0        ? "--unrated"
         : !rules.tie_breaks.empty() ? "--tie-breaks"
                                     : nullptr;
}

std::string report_file_standings(const std::string& path, const TrfStandingsRules& rules,
                                  const std::string& format, const std::optional<std::string>& explain) {
  ReportFile file = read_report_file(path, swiss::TrfUse::standings);
  const TrfStandings standings = trf_standings_of(std::move(file.report), file.name, rules);
  for (const std::string& warning : standings.warnings) {
    std::cerr << shown_line(warning);
  }
  if (explain) {
    return trf_explanation(standings, player_named(standings, *explain));
  }
  if (format == "trf") {
    return trf_standings_trf(standings, file.text);
  }
  return format == "json"  ? trf_standings_json(standings)
         : format == "csv" ? trf_standings_csv(standings)
                           : trf_standings_text(standings);
}

}  // namespace referee
