#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>

#include <CLI/CLI.hpp>

#include "referee/base/text.h"
#include "referee/cli/commands.h"
#include "referee/pages/built_beside.h"
#include "referee/pages/lab_page.h"

namespace referee {

void add_lab_command(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand(
      "lab", "Write the lab as files: a page in which a bot is written and plays in the browser");
  const auto folder = std::make_shared<std::string>();
  command
      ->add_option("DIR", *folder,
                   "A new folder, an empty one, or that of an earlier lab, which is brought up to date")
      ->required();
  command->footer(
      "The folder opens from a disk (DIR/index.html), from any web server or learning platform, and by "
      "`referee web DIR`. Nobody needs an account, and nothing leaves the browser. `web.lab` in a tournament "
      "file has `serve` show the lab beside the tournament: there a bot can be submitted, too.\n"
      "Exit code: 0 written; 2 this build has no rules for browsers, or a folder with other files; 3 the "
      "disk failed.\n\n"
      "Example:\n"
      "  referee lab public/lab");
  command->callback([folder, &code] {
    const auto rules = rules_of_pages();
    if (!rules) {
      throw std::invalid_argument(std::string("lab: ") + kNoRulesOfPages);
    }
    pages::write_lab(*folder, rules, lab_scripts_of_pages());
    std::cout << "lab: " << escaped(*folder) << "/index.html" << std::endl;
    code = exit_code::kDone;
  });
}

}  // namespace referee
