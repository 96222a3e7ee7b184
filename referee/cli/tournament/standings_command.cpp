#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "referee/cli/commands.h"
#include "referee/cli/report_file.h"
#include "referee/cli/tournament/report_file_standings.h"
#include "referee/command/standard_output.h"
#include "referee/report/explanation.h"
#include "referee/report/hall_of_fame.h"
#include "referee/report/standings_text.h"
#include "referee/report/swiss_report.h"
#include "referee/report/trf_standings.h"
#include "referee/tournament/run/stored_page.h"

namespace referee {
namespace {

struct Format {
  std::string (*standings)(const StandingsPage&);
  std::string (*hall_of_fame)(const HallOfFame&);
};

std::string text_for_terminal(const StandingsPage& page) { return standings_text(page, output_width()); }

const std::map<std::string, Format>& formats() {
  static const std::map<std::string, Format> all = {
      {"text", {text_for_terminal, hall_of_fame_text}}, {"json", {standings_json, hall_of_fame_json}},
      {"csv", {standings_csv, hall_of_fame_csv}},       {"md", {standings_markdown, hall_of_fame_markdown}},
      {"html", {standings_html, hall_of_fame_html}},    {"trf", {standings_trf, nullptr}}};
  return all;
}

struct StandingsArguments {
  std::vector<std::string> stores;
  bool hall_of_fame = false;
  std::optional<std::string> explain;  // a name
  std::string format = "text";
  bool json = false;  // --format json
  std::string records;
  std::optional<std::size_t> round;  // trf
  TrfStandingsRules rules;           // of a report file
};

/// The report as it was after that round.
std::string report_after(const std::string& store, std::size_t round) {
  const StandingsPage page = read_page(store);
  if (!has_swiss_reports(page)) {
    return standings_trf(page);  // throws, and tells what is wrong
  }
  if (const std::size_t over = rounds_over(page); round < 1 || round > over) {
    throw std::invalid_argument(store + ": --round: got " + std::to_string(round) + ", expected one of the " +
                                std::to_string(over) + " rounds that are over");
  }
  return swiss_report(page, round);
}

std::string explanation(const std::string& store, const std::string& name) {
  const StandingsPage page = read_page(store);
  if (const std::string& why = page.format->traits().unexplained; !why.empty()) {
    throw std::invalid_argument(store + ": " + why);
  }
  try {
    return explanation_text(page, entrant_named(page, name));
  } catch (const std::invalid_argument& wrong) {
    throw std::invalid_argument(store + ": --explain: " + wrong.what());
  }
}

std::string text_of_stores(const StandingsArguments& arguments) {
  if (arguments.explain) {
    return explanation(arguments.stores.front(), *arguments.explain);
  }
  if (arguments.round) {
    return report_after(arguments.stores.front(), *arguments.round);
  }
  const Format& format = formats().at(arguments.format);
  if (!arguments.hall_of_fame) {
    StandingsPage page = read_page(arguments.stores.front());
    if (!arguments.records.empty()) {
      page.links = links_to_records(arguments.records);
    }
    return format.standings(page);
  }
  std::vector<SourcedPage> tournaments;
  for (const std::string& store : arguments.stores) {
    tournaments.push_back({store, read_page(store)});
  }
  return format.hall_of_fame(hall_of_fame_of(tournaments));
}

void check_for_report_file(const StandingsArguments& arguments) {
  if (arguments.format == "html" || arguments.format == "md" || arguments.hall_of_fame || arguments.round) {
    throw CLI::ValidationError("report file",
                               "a report file has text, json, csv and trf as --format, no "
                               "--hall-of-fame and no --round");
  }
}

void check_for_stores(const StandingsArguments& arguments) {
  if (const char* const option = report_file_option_in(arguments.rules)) {
    throw CLI::ValidationError(option, "only report files (TRF) are ranked anew");
  }
  if (arguments.hall_of_fame && formats().at(arguments.format).hall_of_fame == nullptr) {
    throw CLI::ValidationError("--format", arguments.format + " has no hall of fame");
  }
  if (arguments.round && (arguments.format != "trf" || arguments.hall_of_fame)) {
    throw CLI::ValidationError("--round", "only --format trf tells of an earlier round");
  }
}

/// The standings of what was named. Prints warnings of a report file.
std::string text_of(const StandingsArguments& arguments) {
  if (!arguments.hall_of_fame && arguments.stores.size() > 1) {
    throw CLI::ValidationError("STORE", "one store, or --hall-of-fame for several");
  }
  const bool is_report = arguments.stores.size() == 1 && is_report_file(arguments.stores.front());
  if (is_report) {
    check_for_report_file(arguments);
  } else {
    check_for_stores(arguments);
  }
  if (!arguments.records.empty() && (arguments.format != "html" || arguments.hall_of_fame)) {
    throw CLI::ValidationError("--records", "only the standings as --format html have links");
  }
  return is_report ? report_file_standings(arguments.stores.front(), arguments.rules, arguments.format,
                                           arguments.explain)
                   : text_of_stores(arguments);
}

}  // namespace

void add_standings_command(CLI::App& app, int& code) {
  CLI::App* command =
      app.add_subcommand("standings", "Print the standings of a store, or of a report file of any program");
  const auto arguments = std::make_shared<StandingsArguments>();
  command
      ->add_option(
          "STORE", arguments->stores,
          "The tournament's results: PATH, sqlite:PATH or postgresql:...; a report file, known by its "
          "content, or - for standard input")
      ->required();
  CLI::Option* hall_of_fame =
      command->add_flag("--hall-of-fame", arguments->hall_of_fame,
                        "The best entrants of several fields of one game, one store each");
  CLI::Option* format =
      command
          ->add_option("--format", arguments->format,
                       "text, json, csv, md or html; trf: report file of a Swiss at tables of two")
          ->check(CLI::IsMember(formats()))
          ->capture_default_str();
  CLI::Option* json =
      command->add_flag("--json", arguments->json, "Print one JSON object, as --format json does")
          ->excludes(format);
  command
      ->add_option("--explain", arguments->explain,
                   "The name of an entrant, of a report file the id of a player: how its points and "
                   "tie-breaks came about, as text")
      ->type_name("NAME")
      ->excludes(hall_of_fame, format, json);
  add_report_file_options(*command, arguments->rules);
  command
      ->add_option("--records", arguments->records,
                   "html: where the records are as seen from the page; else it links to none")
      ->type_name("URL");
  command->add_option("--round", arguments->round, "trf: after that round; else after the last that is over")
      ->type_name("ROUND");
  command->footer(
      "Examples:\n  referee standings walls_class.db --format csv\n"
      "  referee standings walls_class.db --explain alice\n"
      "  referee standings --hall-of-fame spring.db autumn.db\n"
      "  referee standings open.trf --tie-breaks BH/C1,BH,ARO\n"
      "  referee standings open.trf --explain 7\n"
      "  referee standings open_2025.txt --edition 2024\n"
      "  referee standings open.trf --format trf > open_ranked.trf");
  command->callback([arguments, &code] {
    arguments->format = arguments->json ? "json" : arguments->format;
    if (!arguments->records.empty() && !arguments->records.ends_with('/')) {
      arguments->records.push_back('/');
    }
    std::cout << text_of(*arguments);
    code = exit_code::kDone;
  });
}

}  // namespace referee
