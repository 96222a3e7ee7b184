#include <algorithm>
#include <charconv>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "referee/base/files.h"
#include "referee/cli/commands.h"
#include "referee/report/prize_list.h"
#include "referee/tournament/run/stored_page.h"

namespace referee {
namespace {

constexpr double kMaxPrize = 1'000'000;

struct GradeArguments {
  std::string store;
  std::string extra;
  bool split = false;
  std::string csv;
  std::string json;
};

std::optional<double> prize_from(std::string_view text) {
  double value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && value >= 0 && value <= kMaxPrize ? std::optional(value) : std::nullopt;
}

/// "20,10,5".
std::vector<double> read_extra(const std::string& text) {
  std::vector<double> extra;
  for (std::string_view rest = text;;) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::optional<double> prize = prize_from(rest.substr(0, comma));
    if (!prize || (!extra.empty() && *prize > extra.back())) {
      throw std::invalid_argument("--extra: got '" + text +
                                  "', expected points for the places, the first one's first and none greater "
                                  "than the one before: 20,10,5");
    }
    extra.push_back(*prize);
    if (comma == rest.size()) {
      return extra;
    }
    rest.remove_prefix(comma + 1);
  }
}

void grade(const GradeArguments& arguments) {
  const std::vector<double> extra = read_extra(arguments.extra);
  const auto csv = arguments.csv.empty() ? std::nullopt : std::optional(GradebookFile::of(arguments.csv));
  if (csv) {
    check_writable(csv->path);
  }
  if (!arguments.json.empty()) {
    check_writable(arguments.json);
  }
  const PrizeList list =
      prize_list_of(read_page(arguments.store), extra, arguments.split ? Sharing::average : Sharing::best);
  std::cout << prize_list_text(list);
  if (csv) {
    write_file_atomically(csv->path, gradebook_csv(gradebook_of(list), csv->kind));
  }
  if (!arguments.json.empty()) {
    write_file_atomically(arguments.json, prize_list_json(list));
  }
}

}  // namespace

void add_grade_command(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("grade", "Turn the places of a tournament into extra points");
  const auto arguments = std::make_shared<GradeArguments>();
  command->add_option("STORE", arguments->store, "The tournament's results: PATH or sqlite:PATH")->required();
  command->add_option("--extra", arguments->extra, "Points for the first place, the second, ...: 20,10,5")
      ->required();
  command->add_flag("--split", arguments->split,
                    "Those who share a place get the average of their places, not all the better prize");
  command->add_option("--csv", arguments->csv,
                      "Also write a gradebook of all entrants: FILE or canvas:FILE for Canvas, moodle:FILE");
  command->add_option("--json", arguments->json, "Also write all of it to this file, as JSON");
  command->footer(
      "Who is withdrawn or has not played gets nothing, and whoever is next moves up.\n"
      "Exit code: 0 done, 2 wrong usage or file, 3 a file cannot be written.\n\n"
      "Examples:\n"
      "  referee grade walls_class.db --extra 20,10,5\n"
      "  referee grade walls_class.db --extra 20,10,5 --split --csv moodle:extra.csv");
  command->callback([arguments, &code] {
    grade(*arguments);
    code = exit_code::kDone;
  });
}

}  // namespace referee
