#include "referee/cli/standings_command.h"

#include <iostream>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>

#include <CLI/CLI.hpp>

#include "referee/cli/exit_code.h"
#include "referee/store/sqlite_store.h"
#include "referee/tournament/stored_page.h"

namespace referee {
namespace {

using Writer = std::string (*)(const StandingsPage&);

const std::map<std::string, Writer>& writers() {
  static const std::map<std::string, Writer> all = {{"text", standings_text},
                                                    {"json", standings_json},
                                                    {"csv", standings_csv},
                                                    {"md", standings_markdown},
                                                    {"html", standings_html}};
  return all;
}

struct Arguments {
  std::string store;
  std::string format = "text";
};

StandingsPage read_page(const std::string& path) {
  SqliteStore store(path, SqliteStore::Access::read_only);
  try {
    return page_of(store.load());
  } catch (const std::invalid_argument& wrong) {
    throw std::invalid_argument(path + ": " + wrong.what());
  }
}

}  // namespace

void add_standings_command(CLI::App& app, int& code) {
  CLI::App* command =
      app.add_subcommand("standings", "Print the standings of a store, also while a referee runs on it");
  const auto arguments = std::make_shared<Arguments>();
  command->add_option("STORE", arguments->store, "The file of the tournament's results")->required();
  command->add_option("--format", arguments->format, "text, json, csv, md or html")
      ->check(CLI::IsMember(writers()))
      ->capture_default_str();
  command->footer("Example:\n  referee standings walls_class.db --format csv");
  command->callback([arguments, &code] {
    std::cout << writers().at(arguments->format)(read_page(arguments->store));
    code = exit_code::kDone;
  });
}

}  // namespace referee
