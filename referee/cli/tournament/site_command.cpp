#include <iostream>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "referee/base/text.h"
#include "referee/cli/commands.h"
#include "referee/pages/built_beside.h"
#include "referee/pages/site.h"
#include "referee/store/store.h"

namespace referee {
namespace {

struct SiteArguments {
  std::string store;
  std::string folder;
  bool displays = false;
};

void write(const SiteArguments& arguments) {
  const std::unique_ptr<Store> store = open_store(StoreUri::parse(arguments.store), StoreAccess::read_only);
  pages::PageTerms terms;
  terms.names = arguments.displays ? WebSpec::Names::display : WebSpec::Names::name;
  terms.rules = rules_of_pages();
  terms.scripts = play_scripts_of_pages();
  pages::SiteCount count;
  try {
    (void)pages::TournamentSnapshot(store->load(), terms);  // before anything is written
    pages::SiteFolder folder(arguments.folder);
    count = pages::write_site(*store, terms, folder);
  } catch (const pages::SiteRefused&) {
    throw;
  } catch (const std::invalid_argument& wrong) {
    throw std::invalid_argument(arguments.store + ": " + wrong.what());
  }
  std::cout << "site: " << escaped(arguments.folder) << "/index.html with " << counted(count.matches, "game");
  if (count.hidden > 0) {
    std::cout << "; " << count.hidden << " more are still secret";
  }
  std::cout << std::endl;
  if (count.unshown > 0) {
    std::cerr << "referee: site: " << count.unshown << (count.unshown == 1 ? " page says" : " pages say")
              << " that the record cannot be shown; " << escaped(count.why_unshown, "\\") << std::endl;
  }
}

}  // namespace

void add_site_command(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand(
      "site", "Write the pages of a store as files: they open from a disk, or from any web server");
  const auto arguments = std::make_shared<SiteArguments>();
  command
      ->add_option("STORE", arguments->store, "The tournament's results: PATH, sqlite:PATH or postgresql:...")
      ->required();
  command
      ->add_option("DIR", arguments->folder,
                   "A new folder, an empty one, or that of an earlier site, which is brought up to date")
      ->required();
  command->add_flag("--display-names", arguments->displays,
                    "Show the entrants' displays, which may be students' names; else their names alone");
  command->footer(
      "Also while a referee runs on the store. It holds what spectators may see now: no match whose instance "
      "others still have to play, no result that waits for `ctl reveal`. Pages that have not changed stay.\n"
      "Exit code: 0 written; 2 no such store, or a folder with other files; 3 the disk or the store "
      "failed.\n\n"
      "Example:\n"
      "  referee site walls_class.db public");
  command->callback([arguments, &code] {
    write(*arguments);
    code = exit_code::kDone;
  });
}

}  // namespace referee
