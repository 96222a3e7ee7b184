#include <iostream>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "referee/base/text.h"
#include "referee/cli/commands.h"
#include "referee/store/store.h"
#include "referee/tournament/run/store_check.h"

namespace referee {
namespace {

struct Stores {
  std::string from;
  std::string to;
};

void copy_store(const Stores& stores) {
  const StoreUri to = StoreUri::parse(stores.to);
  const std::unique_ptr<Store> from = open_store(StoreUri::parse(stores.from), StoreAccess::read_only);
  const StoreCheck check = check_stored(*from, CheckDepth::read);
  if (check.problem_count > 0) {
    throw NotAStore("store " + stores.from + " is damaged, and no copy is made: " + check.problems.front() +
                    (check.problem_count > 1 ? "; 'referee check " + stores.from + "' names the rest" : ""));
  }
  from->back_up(to);
  std::cout << escaped(stores.to) << ": " << check.entrants << " entrants, " << check.rounds << " rounds, "
            << check.records << " records\n";
}

}  // namespace

void add_backup_commands(CLI::App& app, int& code) {
  CLI::App* backup = app.add_subcommand("backup", "Copy a store to a file, also while a referee runs on it");
  const auto saved = std::make_shared<Stores>();
  backup->add_option("STORE", saved->from, "PATH or sqlite:PATH")->required();
  backup->add_option("FILE", saved->to, "The copy; no file may have this name")->required();
  backup->footer(
      "The copy is the store as it is at one moment, in one file of mode 0600: it holds secret seeds. "
      "Matches\n"
      "that are being played then are in it as far as they have come; after `restore` they are played "
      "again.\n"
      "Exit code: 0 done, 2 no store, or damaged, or FILE exists, 3 the machine failed.\n\n"
      "Example:\n  referee backup class.db class-$(date +%F-%H%M).db");
  CLI::App* restore = app.add_subcommand("restore", "Make a store of a backup");
  const auto read = std::make_shared<Stores>();
  restore->add_option("FILE", read->from, "What `backup` has written")->required();
  restore->add_option("STORE", read->to, "The store; move away the old one first, with its -wal file")
      ->required();
  restore->footer(
      "The backup is examined first, as `check` does. No referee may run on STORE.\n"
      "Exit code: 0 done, 2 FILE is no backup, or damaged, or STORE exists, 3 the machine failed, or a "
      "referee\n"
      "runs on STORE.\n\n"
      "Example:\n  mkdir old && mv class.db* old/ && referee restore class-2026-11-20-0900.db class.db");
  backup->callback([saved, &code] {
    copy_store(*saved);
    code = exit_code::kDone;
  });
  restore->callback([read, &code] {
    copy_store(*read);
    code = exit_code::kDone;
  });
}

}  // namespace referee
